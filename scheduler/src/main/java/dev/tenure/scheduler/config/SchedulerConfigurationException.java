package dev.tenure.scheduler.config;

/// A value of the configuration that cannot be used; the message names it and says what was expected.
public final class SchedulerConfigurationException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    public SchedulerConfigurationException(String message) {
        super(message);
    }
}
