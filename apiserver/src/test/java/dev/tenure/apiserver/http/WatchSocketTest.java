package dev.tenure.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.negotiate.EventFrames;
import dev.tenure.apiserver.negotiate.Forms;
import dev.tenure.apiserver.negotiate.Representation;
import dev.tenure.apiserver.registry.KindTable;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.WatchCursor;
import dev.tenure.model.meta.WatchEvent;
import dev.tenure.runtime.loop.Published;
import dev.tenure.runtime.loop.WaitLimits;
import dev.tenure.runtime.loop.WakeUp;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.wire.ObjectCodec;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.websocket.server.WebSocketUpgradeHandler;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// A watch over a real WebSocket.
public final class WatchSocketTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    /// Throws as soon as it is asked for something.
    private static final class Failing implements WatchCursor {
        private final WakeUp closed = new WakeUp();

        @Override
        public List<WatchEvent> poll(int max) {
            throw new IllegalStateException("nobody foresaw this");
        }

        @Override
        public void onReady(Runnable signal) {
            signal.run();
        }

        @Override
        public void close() {
            closed.raise();
        }
    }

    /// Tells when the connection has ended, in whatever way.
    private static final class Client implements WebSocket.Listener {
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

    @Test
    void theConnectionEndsWhenEventsCanNoLongerBeMade() throws Exception {
        var cursor = new Failing();
        var time = new SystemTime();
        var limits = new WaitLimits("test");
        var frames = new EventFrames(new Forms(new Published<>(new KindTable(List.of())), time));
        var wanted = new Representation(ObjectCodec.Format.JSON, Representation.Form.OBJECT, "", false);
        EventFrames.Encoding encoding = frames.start(ResourceTypes.PODS, wanted, "");
        var socket =
                new WatchSocket(new WatchWait(time, limits, cursor, time.now().plus(LONG)), encoding, true);
        var server = new Server();
        var connector = new ServerConnector(server);
        connector.setHost(InetAddress.getLoopbackAddress().getHostAddress());
        server.addConnector(connector);
        server.setHandler(
                WebSocketUpgradeHandler.from(server, sockets -> sockets.addMapping("/", (_, _, _) -> socket)));
        server.start();
        var there = URI.create("ws://%s:%d/".formatted(connector.getHost(), connector.getLocalPort()));
        var client = new Client();
        try (HttpClient http = HttpClient.newHttpClient();
                limits) {
            http.newWebSocketBuilder().buildAsync(there, client).get(LONG.toSeconds(), TimeUnit.SECONDS);
            assertThat(cursor.closed.await(LONG)).isTrue();
            assertThat(client.ended.await(LONG)).isTrue();
        } finally {
            server.stop();
        }
    }
}
