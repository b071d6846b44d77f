package dev.tenure.kinds.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.http.InFlightLimits;
import dev.tenure.apiserver.http.connection.Timeouts;
import dev.tenure.kinds.RunningServer;
import dev.tenure.model.meta.ApiRequest.Target;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.SubmissionPublisher;
import java.util.stream.Stream;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Clients that begin something and do not go on.
@Timeout(60)
@Tag("long")
class SlowClientsTest {
    private static final Duration SHORT = Duration.ofSeconds(1);

    /// What others do between two steps of one client fits into it on a slow machine, too.
    private static final Duration BETWEEN = Duration.ofSeconds(3);
    private static final Duration LONG = Duration.ofMinutes(30);
    private static final Target MAPS = new Target("", "v1", "configmaps", "default", "", "");
    private static final String PATH = "/api/v1/namespaces/default/configmaps";
    private static final int RECEIVED_BYTES_MAX = 4 * 1024;

    private final RunningServer server = new RunningServer()
            .listening(
                    InFlightLimits.standard(),
                    new Timeouts(BETWEEN, BETWEEN, BETWEEN, Duration.ofSeconds(2), SHORT, SHORT, LONG, 1_000),
                    List.of("ann"));
    private final HttpCalls calls = new HttpCalls(server);

    @AfterEach
    void stop() {
        calls.close();
        server.close();
    }

    @Test
    void connectionsThatDoNotGoOnAreEnded() throws Exception {
        try (Socket silent = plain();
                Socket half = plain();
                SSLSocket idle = secret(plain());
                SSLSocket head = secret(plain());
                SSLSocket body = calls.halfPost("ann", PATH, 100);
                SSLSocket watch = secret(plain())) {
            half.getOutputStream().write(new byte[] {0x16, 0x03, 0x01});
            send(head, "GET / HTTP/1.1\r\nHost: ");
            send(watch, "GET " + PATH + "?watch=1 HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ann\r\n\r\n");
            assertThat(silent.getInputStream().readAllBytes()).isEmpty();
            half.getInputStream().readAllBytes();
            assertThat(idle.getInputStream().readAllBytes()).isEmpty();
            head.getInputStream().readAllBytes();
            assertThat(new String(body.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1))
                    .startsWith("HTTP/1.1 504")
                    .contains("Connection: close", "\"reason\":\"Timeout\"");
            assertThat(watch.getInputStream().read())
                    .as("a quiet watch goes on")
                    .isPositive();
            watch.setSoTimeout(1_000);
        }
    }

    /// The limit of silence is noticed before the limit of bodies here.
    @Test
    void aBodyThatFallsSilentIsTooSlowByEitherLimit() throws Exception {
        try (var other = new RunningServer();
                var toOther = new HttpCalls(other.listening(
                        InFlightLimits.standard(),
                        new Timeouts(LONG, LONG, LONG, SHORT, LONG, LONG, LONG, 1_000),
                        List.of("ann")));
                SSLSocket body = toOther.halfPost("ann", PATH, 100)) {
            assertThat(new String(body.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1))
                    .startsWith("HTTP/1.1 504")
                    .contains("Connection: close", "\"reason\":\"Timeout\"");
        }
    }

    @Test
    void whoTakesNothingOfHisAnswerIsCutOff() throws Exception {
        String large = "x".repeat(1_000_000);
        for (int i = 0; i < 12; i++) {
            server.create(MAPS, """
                {'apiVersion': 'v1', 'kind': 'ConfigMap', 'metadata': {'name': 'm%d'}, 'data': {'a': '%s'}}\
                """.formatted(i, large));
        }
        try (SSLSocket list = secret(narrow());
                SSLSocket watch = secret(narrow())) {
            String query = "Host: a\r\nAuthorization: Bearer ann\r\n\r\n";
            send(list, "GET " + PATH + " HTTP/1.1\r\n" + query);
            send(watch, "GET " + PATH + "?watch=1&resourceVersion=0 HTTP/1.1\r\n" + query);
            awaitBothCounted();
            assertThat(cutOff(list)).isTrue();
            assertThat(cutOff(watch)).isTrue();
        }
    }

    @Test
    void whoIsRefusedBeforeItsBodyIsSentSeesTheAnswer() throws Exception {
        var body = new SubmissionPublisher<ByteBuffer>();
        try (var others = new HttpCalls(server)) {
            CompletableFuture<HttpResponse<byte[]>> refused = others.post(PATH, body);
            boolean told = false;
            while (!told) {
                told = counted().anyMatch(line -> line.contains("\"POST\"") && line.contains("\"403\""));
            }
            body.submit(ByteBuffer.wrap("{}".getBytes(StandardCharsets.US_ASCII)));
            body.close();
            assertThat(refused.get().statusCode()).isEqualTo(403);
        }
    }

    @Test
    void aBodyThatNobodyWantsIsNotWaitedForLong() {
        try (var never = new SubmissionPublisher<ByteBuffer>();
                var others = new HttpCalls(server)) {
            assertThat(others.post(PATH, never)).failsWithin(Duration.ofSeconds(20));
        }
    }

    /// Until the server has done with the list and the watch.
    private void awaitBothCounted() throws Exception {
        List<String> counted;
        do {
            counted = counted().toList();
        } while (counted.stream().noneMatch(line -> line.contains("\"LIST\""))
                || counted.stream().noneMatch(line -> line.contains("\"WATCH\"")));
    }

    /// What the server's metrics count of requests for ConfigMaps. Who asks is a client with the same limits,
    /// and cut off where the machine lets it wait for long: then nothing is known, and he asks again.
    private Stream<String> counted() throws Exception {
        String metrics;
        try {
            metrics = HttpCalls.text(calls.send("admin", "GET", "/metrics", Map.of(), new byte[0]));
        } catch (IOException _) {
            return Stream.empty();
        }
        return metrics.lines()
                .filter(line -> line.startsWith("apiserver_request_total{") && line.contains("configmaps"));
    }

    /// Reads what the network still holds.
    private static boolean cutOff(SSLSocket socket) throws IOException {
        try {
            return socket.getInputStream().readAllBytes().length < 12_000_000;
        } catch (IOException _) {
            return true;
        }
    }

    private Socket plain() throws IOException {
        return new Socket(InetAddress.getLoopbackAddress(), server.port());
    }

    private Socket narrow() throws IOException {
        var socket = new Socket();
        socket.setReceiveBufferSize(RECEIVED_BYTES_MAX);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
        return socket;
    }

    private SSLSocket secret(Socket plain) throws IOException {
        var socket =
                (SSLSocket) server.trusting().getSocketFactory().createSocket(plain, "127.0.0.1", server.port(), true);
        socket.startHandshake();
        return socket;
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
        socket.getOutputStream().flush();
    }
}
