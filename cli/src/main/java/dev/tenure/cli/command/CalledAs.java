package dev.tenure.cli.command;

/// Under which name this program was called. kubectl finds its plugins, and what completes their words, by
/// the names of programs. Upstream: kubectl/pkg/cmd/plugin, kubectl/pkg/cmd/plugin_completion.go.
public enum CalledAs {
    TENURE,
    PLUGIN,
    COMPLETION;

    /// Set by `./tenure` to the last part of the name that was called.
    private static final String PROPERTY = "tenure.called";

    /// The name of this process.
    public static CalledAs now() {
        return switch (System.getProperty(PROPERTY, "")) {
            case "kubectl-tenure" -> PLUGIN;
            case "kubectl_complete-tenure" -> COMPLETION;
            default -> TENURE;
        };
    }

    /// Whether kubectl has called.
    public boolean plugin() {
        return this != TENURE;
    }

    /// How a user calls this program.
    public String words() {
        return plugin() ? "kubectl tenure" : "tenure";
    }
}
