package dev.tenure.model.core;

/// Whether containers that ended are started again.
public enum RestartPolicy {
    ALWAYS("Always"),
    ON_FAILURE("OnFailure"),
    NEVER("Never");

    private final String word;

    RestartPolicy(String word) {
        this.word = word;
    }

    /// The word in objects.
    public String word() {
        return word;
    }

    /// @throws IllegalArgumentException when no policy has that name
    public static RestartPolicy ofWord(String word) {
        return switch (word) {
            case "Always" -> ALWAYS;
            case "OnFailure" -> ON_FAILURE;
            case "Never" -> NEVER;
            default ->
                throw new IllegalArgumentException(
                        "restart policy \"" + word + "\" is not one of Always, OnFailure, Never");
        };
    }
}
