package dev.tenure.launch.process;

import dev.tenure.cli.kubeconfig.DataDirectory;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Chooses the data directory of a command.
public final class Directories {
    private Directories() {}

    /// `given`, or the default of this user.
    public static DataDirectory choose(@Nullable Path given) {
        return given == null
                ? DataDirectory.byDefault(System.getenv())
                : new DataDirectory(given.toAbsolutePath().normalize());
    }
}
