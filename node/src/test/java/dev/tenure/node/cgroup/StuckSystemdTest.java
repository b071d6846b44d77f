package dev.tenure.node.cgroup;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StuckSystemdTest {
    @TempDir
    private Path folder = Path.of("");

    @Test
    void aProgramThatNeverComesBackIsGivenUp() throws IOException {
        Path program = folder.resolve("busctl");
        Files.writeString(program, "#!/bin/sh\nsleep 1000\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        var units = new SliceUnits(Map.of(), program.toString(), Duration.ofMillis(300));

        assertThatThrownBy(() -> units.make("kubepods.slice", "-.slice", true))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("systemd, StartTransientUnit of kubepods.slice: it has not ended within ");
    }
}
