package dev.tenure.model.device;

import java.util.Optional;

/// What a taint of a device does to pods that do not tolerate it.
public enum DeviceTaintEffect {
    /// Nothing; it only informs.
    NONE("None"),
    NO_SCHEDULE("NoSchedule"),
    NO_EXECUTE("NoExecute");

    private final String word;

    DeviceTaintEffect(String word) {
        this.word = word;
    }

    /// The word in objects.
    public String word() {
        return word;
    }

    public static Optional<DeviceTaintEffect> ofWord(String word) {
        return switch (word) {
            case "None" -> Optional.of(NONE);
            case "NoSchedule" -> Optional.of(NO_SCHEDULE);
            case "NoExecute" -> Optional.of(NO_EXECUTE);
            default -> Optional.empty();
        };
    }

    @Override
    public String toString() {
        return word;
    }
}
