package dev.tenure.kinds.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.http.InFlightLimits;
import dev.tenure.apiserver.http.connection.Timeouts;
import dev.tenure.kinds.RunningServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ConnectionsTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final int MAX = 8;
    private static final int BURST = 1_000;

    private final RunningServer server = new RunningServer()
            .listening(
                    InFlightLimits.standard(),
                    new Timeouts(MINUTE, MINUTE, MINUTE, MINUTE, MINUTE, MINUTE, MINUTE, MAX),
                    List.of("ann", "bob"));
    private final List<SSLSocket> open = new ArrayList<>();

    @AfterEach
    void stop() throws IOException {
        for (Socket socket : open) {
            socket.close();
        }
        server.close();
    }

    @Test
    void nobodyIsShutOutByThoseWhoHoldConnections() throws Exception {
        SSLSocket admin = connect("admin");
        SSLSocket bob = connect("bob");
        for (int i = 0; i < 3 * MAX; i++) {
            connect(i % 2 == 0 ? "ann" : "");
        }
        for (int i = 0; i < 2 * MAX; i++) {
            open.add(silent());
        }
        assertThat(ask(admin, "admin"))
                .as("an administrator's connection stays")
                .isEqualTo(200);
        assertThat(ask(bob, "bob")).as("one of a user with few stays").isEqualTo(200);
        assertThat(ask(connect("admin"), "admin")).as("a new one is let in").isEqualTo(200);
    }

    /// Each of them is known for an administrator's before the next one comes: all places would be theirs.
    @Test
    void administratorsShutOutNobodyWhoComesAfterThem() throws Exception {
        SSLSocket first = connect("admin");
        for (int i = 0; i < 3 * MAX; i++) {
            connect("admin");
        }
        assertThat(ask(connect(""), "")).as("a stranger is let in").isEqualTo(200);
        assertThat(ask(connect("bob"), "bob")).as("and a user").isEqualTo(200);
        SSLSocket last = connect("admin");
        assertThat(ask(last, "admin")).as("an administrator's newest stays").isEqualTo(200);
        assertThat(first.getInputStream().read()).as("the oldest made room").isNegative();
    }

    /// More than the kernel's usual backlog come at once: none of them waits for a second try, an
    /// administrator is answered, and the oldest are closed.
    @Test
    @Timeout(12)
    void manyThatComeAtOnceKeepNobodyWaiting() throws Exception {
        List<Socket> burst = new ArrayList<>();
        try {
            for (int i = 0; i < BURST; i++) {
                burst.add(new Socket(InetAddress.getLoopbackAddress(), server.port()));
            }
            assertThat(ask(connect("admin"), "admin")).isEqualTo(200);
            for (Socket old : burst.subList(0, BURST - 2 * MAX)) {
                assertThat(old.getInputStream().read()).isNegative();
            }
        } finally {
            for (Socket socket : burst) {
                socket.close();
            }
        }
    }

    private SSLSocket silent() throws IOException {
        return (SSLSocket) server.trusting().getSocketFactory().createSocket("127.0.0.1", server.port());
    }

    /// A connection that has had one answer.
    private SSLSocket connect(String token) throws IOException {
        SSLSocket socket = silent();
        open.add(socket);
        assertThat(ask(socket, token)).isEqualTo(200);
        return socket;
    }

    private static int ask(SSLSocket socket, String token) throws IOException {
        String shown = token.isEmpty() ? "" : "Authorization: Bearer " + token + "\r\n";
        String request = "GET /version HTTP/1.1\r\nHost: localhost\r\n" + shown + "\r\n";
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        socket.getOutputStream().flush();
        var head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = socket.getInputStream().read();
            if (next < 0) {
                return 0;
            }
            head.append((char) next);
        }
        int length = head.indexOf("Content-Length: ") + "Content-Length: ".length();
        socket.getInputStream().skipNBytes(Integer.parseInt(head.substring(length, head.indexOf("\r", length))));
        return Integer.parseInt(head.substring(9, 12));
    }
}
