package dev.tenure.kubelet.configuration;

/// A file that is no KubeletConfiguration. The message names the field.
public final class ConfigurationException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final String field;

    public ConfigurationException(String field, String message) {
        super(message);
        this.field = field;
    }

    /// The field at fault; empty when it is the whole.
    public String field() {
        return field;
    }
}
