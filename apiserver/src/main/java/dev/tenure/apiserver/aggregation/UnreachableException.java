package dev.tenure.apiserver.aggregation;

/// A backend gave no answer. Its message says why, in upstream's words.
public final class UnreachableException extends Exception {
    private static final long serialVersionUID = 1L;

    public UnreachableException(String why) {
        super(why, null, false, false);
    }

    /// Why, in words.
    public String why() {
        return String.valueOf(getMessage());
    }
}
