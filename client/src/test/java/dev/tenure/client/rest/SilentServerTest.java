package dev.tenure.client.rest;

import static dev.tenure.model.meta.ResourceTypes.NODES;
import static dev.tenure.model.meta.ResourceTypes.PODS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.tenure.client.ClusterClient;
import dev.tenure.client.rest.Connection.Credentials;
import dev.tenure.client.rest.Connection.Trust;
import dev.tenure.client.rest.Connection.Way;
import dev.tenure.model.meta.ApiEndpoint;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.WatchCursor;
import dev.tenure.model.meta.WatchEvent;
import dev.tenure.model.meta.WatchReply;
import dev.tenure.runtime.io.Background;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// A server from which nothing comes any more while its connections stay open, as that of a machine that is
/// gone.
final class SilentServerTest {
    private static final long PATIENCE_SECONDS = 30;
    private static final Duration SHORT = Duration.ofMillis(50);
    private static final String EVENT =
            "{\"type\":\"ADDED\",\"object\":{\"kind\":\"Node\",\"metadata\":{\"name\":\"n1\",\"resourceVersion\":\"7\"}}}\n";
    private static final String POD = "{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"p\"}}";

    private final HttpServer server;
    private final Connection connection;
    private final HttpEndpoint endpoint;
    private final HttpEndpoint listening;
    private final Semaphore watched = new Semaphore(0);
    private final Semaphore slow = new Semaphore(0);
    private final Semaphore end = new Semaphore(0);
    private final Semaphore signs = new Semaphore(0);

    SilentServerTest() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        URI address =
                URI.create("http://127.0.0.1:%d".formatted(server.getAddress().getPort()));
        connection = new Connection(address, new Trust.Machine(), new Credentials.Anonymous(), "default", Way.DIRECT);
        endpoint = new HttpEndpoint(connection);
        listening = new HttpEndpoint(connection, SHORT);
        server.createContext("/", exchange -> answer(exchange, POD));
        server.createContext("/livez", exchange -> {
            signs.release();
            answer(exchange, "ok");
        });
        server.createContext("/api/v1/nodes", this::watch);
        server.createContext("/api/v1/namespaces/ns/pods/slow", exchange -> {
            slow.release();
            end.acquireUninterruptibly();
            answer(exchange, POD);
        });
    }

    @AfterEach
    void stop() {
        end.release(2);
        endpoint.close();
        listening.close();
        server.stop(0);
    }

    /// Each request has a thread of its own; otherwise one thread serves all.
    private void startWithThreads() {
        Executor threadEach = body -> Background.run("request", body);
        server.setExecutor(threadEach);
        server.start();
    }

    private static void answer(HttpExchange exchange, String text) throws IOException {
        try (exchange) {
            byte[] body = text.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    /// Sends one event and keeps the stream open, and with it the thread that serves it.
    private void watch(HttpExchange exchange) throws IOException {
        try (exchange) {
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write(EVENT.getBytes(StandardCharsets.UTF_8));
            exchange.getResponseBody().flush();
            watched.release();
            end.acquireUninterruptibly();
        }
    }

    private static ClusterClient client(ApiEndpoint endpoint) {
        return new ClusterClient(endpoint, Caller.component("somebody", List.of(), "an-agent/1"));
    }

    private WatchCursor watching() throws InterruptedException {
        return watching(endpoint);
    }

    private WatchCursor watching(ApiEndpoint through) throws InterruptedException {
        var started = (WatchReply.Started) client(through).watch(NODES, "", Map.of());
        assertThat(watched.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        return started.cursor();
    }

    private static List<WatchEvent> next(WatchCursor cursor) throws InterruptedException {
        var ready = new Semaphore(0);
        cursor.onReady(ready::release);
        assertThat(ready.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        return cursor.poll(1);
    }

    private static String ended(WatchCursor cursor) throws InterruptedException {
        return ((WatchEvent.Failed) next(cursor).getFirst()).status().message();
    }

    @Test
    void isLeftForANewConnectionAndItsWatchesBreakOff() throws InterruptedException {
        // one thread for all, which the watch keeps
        server.start();
        WatchCursor cursor = watching();
        assertThat(next(cursor).getFirst()).isInstanceOf(WatchEvent.Added.class);
        assertThatThrownBy(() -> client(endpoint.answeringWithin(SHORT)).get(PODS, "ns", "p"))
                .isInstanceOf(ConnectionException.class);
        assertThat(ended(cursor)).startsWith("the watch broke off: ");
        end.release();
        assertThat(client(endpoint).get(PODS, "ns", "p")).isInstanceOf(ApiReply.One.class);
    }

    /// Nobody asks anything but for the watch: without the question after a while it would stand still for
    /// good.
    @Test
    void isNoticedByWhoOnlyWatches() throws InterruptedException {
        server.start();
        WatchCursor cursor = watching(listening);
        assertThat(next(cursor).getFirst()).isInstanceOf(WatchEvent.Added.class);
        assertThat(ended(cursor)).startsWith("the watch broke off: ");
    }

    @Test
    void thatHasNothingToTellButLivesKeepsItsWatches() throws InterruptedException {
        startWithThreads();
        try (var patient = new HttpEndpoint(connection, Duration.ofSeconds(1))) {
            WatchCursor cursor = watching(patient);
            assertThat(next(cursor).getFirst()).isInstanceOf(WatchEvent.Added.class);
            assertThat(signs.tryAcquire(2, PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
            end.release();
            assertThat(ended(cursor)).isEqualTo("the server ended the watch");
        }
    }

    /// The first of many is held up; none of the others opens a connection beside it.
    @Test
    void isAskedByOneRequestBeforeTheOthersCome() throws InterruptedException {
        startWithThreads();
        var answers = new LinkedBlockingQueue<String>();
        Background.run("first", () -> answers.add("slow: " + client(endpoint).get(PODS, "ns", "slow")));
        assertThat(slow.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        Background.run("second", () -> answers.add("p: " + client(endpoint).get(PODS, "ns", "p")));
        assertThat(answers.poll(100, TimeUnit.MILLISECONDS)).isNull();
        end.release();
        assertThat(answers.poll(PATIENCE_SECONDS, TimeUnit.SECONDS)).isNotNull();
        assertThat(answers.poll(PATIENCE_SECONDS, TimeUnit.SECONDS)).isNotNull();
    }

    @Test
    void thatIsOnlySlowWithOneRequestKeepsItsWatches() throws InterruptedException {
        startWithThreads();
        WatchCursor cursor = watching();
        assertThat(next(cursor).getFirst()).isInstanceOf(WatchEvent.Added.class);
        assertThatThrownBy(() ->
                        client(endpoint.answeringWithin(Duration.ofSeconds(2))).get(PODS, "ns", "slow"))
                .isInstanceOf(ConnectionException.class);
        end.release(2);
        assertThat(ended(cursor)).isEqualTo("the server ended the watch");
    }
}
