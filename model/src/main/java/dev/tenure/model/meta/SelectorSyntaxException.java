package dev.tenure.model.meta;

/// A selector string that is none. The message is the one that Kubernetes gives.
public final class SelectorSyntaxException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    SelectorSyntaxException(String message) {
        super(message);
    }
}
