package dev.tenure.kubelet.eviction.threshold;

/// Settings that are no thresholds. The message is the one that Kubernetes gives.
public final class ThresholdException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    public ThresholdException(String message) {
        super(message);
    }
}
