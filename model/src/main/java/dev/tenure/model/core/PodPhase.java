package dev.tenure.model.core;

/// Where a pod stands in its life.
public enum PodPhase {
    PENDING("Pending"),
    RUNNING("Running"),
    SUCCEEDED("Succeeded"),
    FAILED("Failed"),
    UNKNOWN("Unknown");

    private final String word;

    PodPhase(String word) {
        this.word = word;
    }

    /// The word in objects.
    public String word() {
        return word;
    }

    /// An absent phase is pending, an unheard-of one unknown.
    public static PodPhase ofWord(String word) {
        return switch (word) {
            case "", "Pending" -> PENDING;
            case "Running" -> RUNNING;
            case "Succeeded" -> SUCCEEDED;
            case "Failed" -> FAILED;
            default -> UNKNOWN;
        };
    }

    /// Whether the pod has ended for good.
    public boolean terminal() {
        return this == SUCCEEDED || this == FAILED;
    }
}
