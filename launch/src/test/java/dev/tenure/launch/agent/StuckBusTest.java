package dev.tenure.launch.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.runtime.loop.WakeUp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// An agent starts although whoever it asks about shutdowns never answers, and asks anew when he has gone.
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

    private static final Duration LONG = Duration.ofSeconds(30);

    @TempDir
    private Path folder = Path.of("");

    private String program(String name, String body) throws IOException {
        Path program = folder.resolve(name);
        Files.writeString(program, "#!/bin/sh\n" + body + "\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        return program.toString();
    }

    private ShutdownInhibitor inhibitor(String busctl, ShutdownInhibitor.Pods pods, Duration patience)
            throws IOException {
        var places = new ShutdownInhibitor.Places(
                folder,
                folder.resolve("99.conf"),
                program("busctl", busctl),
                program("inhibit", "exec cat"),
                Map.of(),
                patience);
        return new ShutdownInhibitor(Duration.ofSeconds(45), pods, places);
    }

    private boolean starts(String busctl) throws IOException {
        try (var inhibitor = inhibitor(busctl, NONE, Duration.ofMillis(300))) {
            return inhibitor.start();
        }
    }

    @Test
    void aBusThatEndsIsListenedToAnew() throws IOException, InterruptedException {
        var down = new WakeUp();
        var pods = new ShutdownInhibitor.Pods() {
            @Override
            public void shutDown(Runnable done) {
                down.raise();
            }

            @Override
            public void callOff() {
                // nothing was called
            }
        };
        String busctl = """
                case "$*" in
                  *monitor*)
                    echo 'Monitoring bus message stream.'
                    if [ -e %1$s ]; then
                      echo '{"member":"PrepareForShutdown","payload":{"data":[true]}}'
                      exec sleep 1000
                    fi
                    touch %1$s;;
                  *) echo 't 60000000';;
                esac""".formatted(folder.resolve("ended"));
        try (var inhibitor = inhibitor(busctl, pods, LONG)) {
            assertThat(inhibitor.start()).isTrue();
            assertThat(down.await(LONG)).isTrue();
        }
    }

    @Test
    void aBusThatNeverAnswersIsGivenUp() throws IOException {
        assertThat(starts("exec sleep 1000")).isFalse();
    }

    @Test
    void aBusThatNeverSaysThatItIsListenedToIsGivenUp() throws IOException {
        assertThat(starts("case \"$*\" in *monitor*) exec sleep 1000;; *) echo 't 60000000';; esac"))
                .isFalse();
    }
}
