package dev.tenure.launch.store;

import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.cli.kubeconfig.DataDirectory;
import dev.tenure.launch.process.Directories;
import dev.tenure.launch.process.DirectoryLock;
import dev.tenure.store.sqlite.StoreFolder;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Which data directory a command on a store is about.
final class StoreOptions {
    @Option(
            names = "--data-dir",
            paramLabel = "DIR",
            description = "The data directory (default: $XDG_DATA_HOME/tenure or ~/.local/share/tenure).")
    private @Nullable Path dataDir;

    DataDirectory directory() {
        return Directories.choose(dataDir);
    }

    /// The store of the data directory, which no running server may have.
    StoreFolder folder() {
        DataDirectory directory = directory();
        refuseWhileRunning(directory);
        return new StoreFolder(directory.store(), StoreIdentity.expected(directory));
    }

    static void refuseWhileRunning(DataDirectory directory) {
        if (DirectoryLock.isHeld(directory)) {
            throw new CommandFailure(
                    ExitCode.FAILED,
                    "data directory \"%s\" is in use by a running tenure: stop it with `tenure down --data-dir %s` first"
                            .formatted(directory.root(), directory.root()));
        }
    }
}
