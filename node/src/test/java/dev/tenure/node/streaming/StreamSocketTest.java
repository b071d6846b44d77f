package dev.tenure.node.streaming;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.runtime.loop.WakeUp;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.websocket.server.WebSocketUpgradeHandler;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Messages on a real connection, which the server takes in parts.
public final class StreamSocketTest {
    private static final int LONG = 5 << 20;
    private static final Duration WITHIN = Duration.ofSeconds(30);

    /// Counts the bytes that come.
    public static final class Counting extends StreamSocket {
        private final WakeUp enough = new WakeUp();
        private final WakeUp ended = new WakeUp();
        private long count;

        @Override
        void carry(Client client) throws IOException {
            try {
                ended.await(WITHIN);
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        }

        @Override
        void part(ByteBuffer part, boolean first) {
            count += part.remaining();
            if (count >= 2 * LONG) {
                enough.raise();
            }
        }

        @Override
        void end() {
            ended.raise();
        }
    }

    /// Throws as soon as there is a client.
    public static final class Failing extends StreamSocket {
        @Override
        void carry(Client client) {
            throw new IllegalStateException("nobody foresaw this");
        }

        @Override
        void part(ByteBuffer part, boolean first) {
            throw new IllegalStateException("the client says nothing");
        }

        @Override
        void end() {
            // there is no runtime
        }
    }

    /// Tells when the connection has ended, in whatever way.
    private static final class Hearing implements WebSocket.Listener {
        private final WakeUp ended = new WakeUp();

        @Override
        public @Nullable CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
            ended.raise();
            return null;
        }

        @Override
        public void onError(WebSocket socket, Throwable error) {
            ended.raise();
        }
    }

    private interface Talk {
        void with(WebSocket socket) throws Exception;
    }

    private static void connected(StreamSocket served, WebSocket.Listener client, Talk talk) throws Exception {
        var server = new Server();
        var connector = new ServerConnector(server);
        connector.setHost(InetAddress.getLoopbackAddress().getHostAddress());
        server.addConnector(connector);
        server.setHandler(
                WebSocketUpgradeHandler.from(server, sockets -> sockets.addMapping("/", (_, _, _) -> served)));
        server.start();
        var there = URI.create("ws://%s:%d/".formatted(connector.getHost(), connector.getLocalPort()));
        try (HttpClient http = HttpClient.newHttpClient()) {
            WebSocket socket =
                    http.newWebSocketBuilder().buildAsync(there, client).get(WITHIN.toSeconds(), TimeUnit.SECONDS);
            talk.with(socket);
            socket.abort();
        } finally {
            server.stop();
        }
    }

    @Test
    void messagesMayBeOfAnyLength() throws Exception {
        var counting = new Counting();
        connected(counting, new WebSocket.Listener() {}, socket -> {
            socket.sendText("x".repeat(LONG), true).get(WITHIN.toSeconds(), TimeUnit.SECONDS);
            socket.sendBinary(ByteBuffer.allocate(LONG), true).get(WITHIN.toSeconds(), TimeUnit.SECONDS);
            assertThat(counting.enough.await(WITHIN)).isTrue();
        });
    }

    @Test
    void theConnectionEndsWhenNobodyServesItAnyMore() throws Exception {
        var client = new Hearing();
        connected(
                new Failing(),
                client,
                _ -> assertThat(client.ended.await(WITHIN)).isTrue());
    }
}
