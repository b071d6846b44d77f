package dev.tenure.model.core;

/// Whether containers that ended are started again.
public enum RestartPolicy {
    ALWAYS,
    ON_FAILURE,
    NEVER;

    /// An absent policy, or one that no release knows, is `Always`, as for the API server.
    public static RestartPolicy ofWord(String word) {
        return switch (word) {
            case "OnFailure" -> ON_FAILURE;
            case "Never" -> NEVER;
            default -> ALWAYS;
        };
    }
}
