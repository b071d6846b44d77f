package dev.tenure.kinds.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.tenure.apiserver.http.InFlightLimits;
import dev.tenure.kinds.RunningServer;
import dev.tenure.runtime.io.Pause;
import dev.tenure.runtime.time.SystemTime;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Connections that have ended leave nothing behind of what native TLS has for each: no descriptors, of which
/// there are two besides the socket's, and no memory.
class DescriptorsTest {
    private static final Path OPEN = Path.of("/proc/self/fd");
    private static final int CONNECTIONS = 300;
    private static final int TRIES = 500;
    private static final int ANSWERED = 60;
    private static final long PIECES_BYTES = 16 << 10;

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

    /// Conscrypt would keep 16 KB of native memory for each connection on which it answered, until the
    /// collector finds it.
    @Test
    void whatWasAnsweredLeavesNoNativeMemory() throws IOException {
        answered();
        long before = nativeBytes();
        for (int i = 0; i < ANSWERED; i++) {
            answered();
        }
        assertThat(nativeBytes() - before).isLessThan(ANSWERED * PIECES_BYTES / 2);
    }

    private void answered() throws IOException {
        try (Socket socket =
                server.trusting().getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.getOutputStream()
                    .write("GET /version HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThat(socket.getInputStream().read()).isEqualTo('H');
        }
    }

    private static long nativeBytes() {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getTotalCapacity)
                .sum();
    }
}
