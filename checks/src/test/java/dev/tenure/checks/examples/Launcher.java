package dev.tenure.checks.examples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

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
                TENURE_JVM=('%s' -XX:+UseSerialGC -XX:TieredStopAtLevel=1 --enable-native-access=ALL-UNNAMED
                  -Dslf4j.internal.verbosity=ERROR -Dtenure.called="${0##*/}" -cp '%s' dev.tenure.launch.TenureMain)
                run_command "$@"
                """.formatted(
                            Path.of("..", "build", "background.sh").toRealPath(),
                            Path.of(System.getProperty("java.home"), "bin", "java"),
                            System.getProperty("java.class.path")));
            Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwx------"));
        }
        return launcher;
    }
}
