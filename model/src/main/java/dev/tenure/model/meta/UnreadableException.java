package dev.tenure.model.meta;

/// Somebody asked for the content of a stored object that cannot be read.
public final class UnreadableException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /// What may be wrong, and what helps. What is sealed with another key is whole: it must not be deleted.
    public static final String REMEDY =
            "what is stored of it is damaged, or encrypted with a key that is not here; give the key by"
                    + " --encryption-provider-config, or delete what is damaged and create it anew";

    public UnreadableException(ObjectKey key) {
        super("%s cannot be read: %s".formatted(key.path(), REMEDY));
    }
}
