package dev.tenure.launch.process;

import dev.tenure.cli.kubeconfig.DataDirectory;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Which data directory a command is about.
public final class DirectoryOption {
    @Option(
            names = "--data-dir",
            paramLabel = "DIR",
            description = "The data directory (default: $XDG_DATA_HOME/tenure or ~/.local/share/tenure).")
    private @Nullable Path given;

    boolean isGiven() {
        return given != null;
    }

    public DataDirectory directory() {
        return choose(given);
    }

    /// `given`, or the default of this user.
    public static DataDirectory choose(@Nullable Path given) {
        return given == null ? DataDirectory.byDefault(System.getenv()) : DataDirectory.in(given);
    }
}
