package dev.tenure.kinds.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.tenure.apiserver.http.InFlightLimits;
import dev.tenure.kinds.RunningServer;
import dev.tenure.runtime.io.Pause;
import dev.tenure.runtime.time.SystemTime;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Connections that end without a handshake leave no descriptors behind: native TLS has two for each, besides the
/// socket's.
class DescriptorsTest {
    private static final Path OPEN = Path.of("/proc/self/fd");
    private static final int CONNECTIONS = 300;
    private static final int TRIES = 500;

    private final RunningServer server = new RunningServer().listening(InFlightLimits.standard(), List.of());

    @AfterEach
    void stop() {
        server.close();
    }

    private static int open() throws IOException {
        try (Stream<Path> descriptors = Files.list(OPEN)) {
            return Math.toIntExact(descriptors.count());
        }
    }

    private static int openOnce(IntPredicate enough) throws IOException {
        int now = open();
        for (int i = 0; i < TRIES && !enough.test(now); i++) {
            Pause.of(Duration.ofMillis(20), new SystemTime());
            now = open();
        }
        return now;
    }

    @Test
    void whatEndsWithoutAHandshakeLeavesNone() throws IOException {
        assumeThat(Files.isDirectory(OPEN)).isTrue();
        int before = open();
        List<Socket> silent = new ArrayList<>();
        for (int i = 0; i < CONNECTIONS; i++) {
            silent.add(new Socket(InetAddress.getLoopbackAddress(), server.port()));
        }
        assertThat(openOnce(now -> now >= before + 2 * CONNECTIONS)).isGreaterThanOrEqualTo(before + 2 * CONNECTIONS);
        for (Socket each : silent) {
            each.close();
        }
        assertThat(openOnce(now -> now < before + CONNECTIONS)).isLessThan(before + CONNECTIONS);
    }
}
