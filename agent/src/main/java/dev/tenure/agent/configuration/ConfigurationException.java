package dev.tenure.agent.configuration;

/// A file that is no KubeletConfiguration. The message names the field.
public final class ConfigurationException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    public ConfigurationException(String message) {
        super(message);
    }
}
