package dev.tenure.sim.world;

/// The processes of a simulated cluster that talk to its API server.
public enum Component {
    /// All controllers; they live and die together.
    CONTROLLERS,
    SCHEDULER,
    /// The kubelets of all simulated nodes.
    KUBELETS,
    /// Whoever drives the simulation. No fault touches this way.
    USER;

    /// In lower case, as timelines and plans name it.
    public String word() {
        return switch (this) {
            case CONTROLLERS -> "controllers";
            case SCHEDULER -> "scheduler";
            case KUBELETS -> "kubelets";
            case USER -> "user";
        };
    }
}
