package dev.tenure.rules.qos;

/// How sure a pod can be of its cpu and memory.
public enum QosClass {
    GUARANTEED("Guaranteed"),
    BURSTABLE("Burstable"),
    BEST_EFFORT("BestEffort");

    private final String word;

    QosClass(String word) {
        this.word = word;
    }

    /// The word in objects.
    public String word() {
        return word;
    }
}
