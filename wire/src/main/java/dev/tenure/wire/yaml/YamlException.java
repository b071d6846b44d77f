package dev.tenure.wire.yaml;

/// Bytes that are no YAML, or YAML that JSON cannot express. The message is go-yaml's.
public final class YamlException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    YamlException(String message) {
        super(message);
    }

    YamlException(String message, Throwable cause) {
        super(message, cause);
    }
}
