package dev.tenure.plan.metrics;

/// Metrics that cannot be read; the message names the file, the place and what was expected.
public final class MetricsException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public MetricsException(String message) {
        super(message);
    }
}
