package dev.tenure.model.meta;

/// Somebody asked for the content of a stored object that cannot be read.
public final class UnreadableException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public UnreadableException(ObjectKey key) {
        super("%s cannot be read: what is stored of it is no JSON object; delete it and create it anew"
                .formatted(key.path()));
    }
}
