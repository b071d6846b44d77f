package dev.tenure.rules.qos;

import java.util.Optional;

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

    public static Optional<QosClass> ofWord(String word) {
        return switch (word) {
            case "Guaranteed" -> Optional.of(GUARANTEED);
            case "Burstable" -> Optional.of(BURSTABLE);
            case "BestEffort" -> Optional.of(BEST_EFFORT);
            default -> Optional.empty();
        };
    }
}
