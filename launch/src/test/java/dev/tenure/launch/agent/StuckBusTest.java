package dev.tenure.launch.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// An agent starts although whoever it asks about shutdowns never answers.
final class StuckBusTest {
    private static final ShutdownInhibitor.Pods NONE = new ShutdownInhibitor.Pods() {
        @Override
        public void shutDown(Runnable done) {
            done.run();
        }

        @Override
        public void callOff() {
            // nothing was called
        }
    };

    @TempDir
    private Path folder = Path.of("");

    private boolean starts(String busctl) throws IOException {
        Path program = folder.resolve("busctl");
        Files.writeString(program, "#!/bin/sh\n" + busctl + "\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        var places = new ShutdownInhibitor.Places(
                folder, folder.resolve("99.conf"), program.toString(), Map.of(), Duration.ofMillis(300));
        try (var inhibitor = new ShutdownInhibitor(Duration.ofSeconds(45), NONE, places)) {
            return inhibitor.start();
        }
    }

    @Test
    void aBusThatNeverAnswersIsGivenUp() throws IOException {
        assertThat(starts("sleep 1000")).isFalse();
    }

    @Test
    void aBusThatNeverSaysThatItIsListenedToIsGivenUp() throws IOException {
        assertThat(starts("case \"$*\" in *monitor*) sleep 1000;; *) echo 't 60000000';; esac"))
                .isFalse();
    }
}
