package dev.tenure.checks.examples;

import dev.tenure.checks.program.TenureJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Collectors;

/// A program `tenure` with the classes under test.
public final class Launcher {
    private Launcher() {}

    /// Writes it, unless it is there.
    ///
    /// @param launcher the file
    public static Path write(Path launcher) throws IOException {
        if (!Files.exists(launcher)) {
            Files.writeString(launcher, """
                #!/usr/bin/env bash
                . '%s'
                TENURE_JVM=(%s)
                run_command "$@"
                """.formatted(
                            Path.of("..", "build", "background.sh").toRealPath(),
                            TenureJvm.words("-Dtenure.called=${0##*/}").stream()
                                    .map(word -> '"' + word + '"')
                                    .collect(Collectors.joining(" "))));
            Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwx------"));
        }
        return launcher;
    }
}
