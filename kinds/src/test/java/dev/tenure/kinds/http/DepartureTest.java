package dev.tenure.kinds.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.http.InFlightLimits;
import dev.tenure.kinds.RunningServer;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Quiet watches and their clients.
@Timeout(60)
class DepartureTest {
    private static final String WATCH = "/api/v1/persistentvolumes?watch=1";

    private final RunningServer server = new RunningServer().listening(InFlightLimits.standard(), List.of("ann"));
    private final HttpCalls calls = new HttpCalls(server);

    @AfterEach
    void stop() {
        calls.close();
        server.close();
    }

    @Test
    void aQuietWatchEndsWhenItsConnectionDoes() throws Exception {
        try (Socket ends = watch("");
                Socket breaks = watch("")) {
            assertThat(status(ends)).contains("200");
            assertThat(status(breaks)).contains("200");
            awaitWatches(2);
            breaks.setSoLinger(true, 0);
        }
        awaitWatches(0);
    }

    @Test
    void aQuietWatchEndsWhenItsStreamOrTheConnectionOfAllStreamsDoes() throws Exception {
        try (HttpClient client =
                HttpClient.newBuilder().sslContext(server.trusting()).build()) {
            HttpRequest request = HttpRequest.newBuilder(URI.create("https://127.0.0.1:" + server.port() + WATCH))
                    .header("Authorization", "Bearer ann")
                    .build();
            var first = client.send(request, BodyHandlers.ofInputStream());
            assertThat(client.send(request, BodyHandlers.ofInputStream()).statusCode())
                    .isEqualTo(200);
            awaitWatches(2);
            first.body().close();
            awaitWatches(1);
            client.shutdownNow();
        }
        awaitWatches(0);
    }

    @Test
    void aRequestThatComesBehindAWatchIsAnsweredWhenThatHasEnded() throws Exception {
        try (Socket socket = watch("&timeoutSeconds=1")) {
            send(socket, "/version");
            String all = readUntil(socket, "gitVersion");
            assertThat(all.split("HTTP/1.1 200")).hasSize(3);
        }
    }

    private Socket watch(String more) throws IOException {
        Socket socket = server.trusting().getSocketFactory().createSocket("127.0.0.1", server.port());
        send(socket, WATCH + more);
        return socket;
    }

    private static void send(Socket socket, String path) throws IOException {
        String head = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ann\r\n\r\n";
        socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
        socket.getOutputStream().flush();
    }

    /// What comes, up to a text in it.
    private static String readUntil(Socket socket, String text) throws IOException {
        var all = new StringBuilder();
        while (all.indexOf(text) < 0) {
            int next = socket.getInputStream().read();
            assertThat(next).as("it ended after %s", all).isNotNegative();
            all.append((char) next);
        }
        return all.toString();
    }

    private static String status(Socket socket) throws IOException {
        return new String(socket.getInputStream().readNBytes("HTTP/1.1 200".length()), StandardCharsets.US_ASCII);
    }

    private void awaitWatches(int count) throws Exception {
        String wanted =
                "resource=\"persistentvolumes\",scope=\"cluster\",subresource=\"\",verb=\"WATCH\",version=\"v1\"} "
                        + count + ".0";
        while (!HttpCalls.text(calls.send("admin", "GET", "/metrics", Map.of(), new byte[0]))
                .contains(wanted)) {
            Thread.onSpinWait();
        }
    }
}
