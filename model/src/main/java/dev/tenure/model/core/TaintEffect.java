package dev.tenure.model.core;

import java.util.Optional;

/// What a taint does to a pod that does not tolerate it.
public enum TaintEffect {
    NO_SCHEDULE("NoSchedule"),
    PREFER_NO_SCHEDULE("PreferNoSchedule"),
    NO_EXECUTE("NoExecute");

    private final String word;

    TaintEffect(String word) {
        this.word = word;
    }

    /// The word in objects.
    public String word() {
        return word;
    }

    public static Optional<TaintEffect> ofWord(String word) {
        return switch (word) {
            case "NoSchedule" -> Optional.of(NO_SCHEDULE);
            case "PreferNoSchedule" -> Optional.of(PREFER_NO_SCHEDULE);
            case "NoExecute" -> Optional.of(NO_EXECUTE);
            default -> Optional.empty();
        };
    }

    @Override
    public String toString() {
        return word;
    }
}
