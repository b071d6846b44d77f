package dev.tenure.launch.store;

import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.runtime.io.IoWords;
import dev.tenure.runtime.io.PrivateFiles;
import java.io.IOException;
import java.nio.file.Path;

/// Folders that only their owner may look into, whatever the umask.
final class PrivateFolders {
    private PrivateFolders() {}

    static void make(Path folder) {
        try {
            PrivateFiles.makeFolder(folder);
        } catch (IOException e) {
            throw new CommandFailure(
                    ExitCode.FAILED, "cannot make folder \"%s\" (%s)".formatted(folder, IoWords.briefly(e)));
        }
    }
}
