package dev.tenure.scheduler.config;

/// A value of the configuration that cannot be used; the message names it and says what was expected.
public final class ConfigurationException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    public ConfigurationException(String message) {
        super(message);
    }
}
