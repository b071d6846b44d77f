package dev.tenure.wire.yaml;

/// Bytes that are no YAML, or YAML that JSON cannot express. The message is go-yaml's.
public final class YamlException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final boolean limit;

    YamlException(String message) {
        super(message);
        this.limit = false;
    }

    private YamlException(String message, boolean limit) {
        super(message);
        this.limit = limit;
    }

    /// The text asks for more than is granted; nothing further is read of it.
    static YamlException limit(String message) {
        return new YamlException(message, true);
    }

    boolean isLimit() {
        return limit;
    }

    YamlException(String message, Throwable cause) {
        super(message, cause);
        this.limit = false;
    }
}
