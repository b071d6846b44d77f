package dev.tenure.kinds.jsonpath;

/// A text is no JSONPath; the message says why, in upstream's words.
public final class JsonPathException extends Exception {
    private static final long serialVersionUID = 1L;

    JsonPathException(String message) {
        super(message, null, false, false);
    }
}
