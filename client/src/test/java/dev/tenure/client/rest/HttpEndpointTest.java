package dev.tenure.client.rest;

import static dev.tenure.model.meta.ResourceTypes.NODES;
import static dev.tenure.model.meta.ResourceTypes.PODS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.tenure.client.ClusterClient;
import dev.tenure.client.ListReply;
import dev.tenure.client.rest.Connection.Credentials;
import dev.tenure.client.rest.Connection.Impersonated;
import dev.tenure.client.rest.Connection.Trust;
import dev.tenure.client.rest.Connection.Way;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.model.meta.WatchCursor;
import dev.tenure.model.meta.WatchEvent;
import dev.tenure.model.meta.WatchReply;
import dev.tenure.wire.ObjectCodec;
import dev.tenure.wire.ObjectCodec.Format;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.schema.GroupVersionKind;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What goes over the wire, in both directions, against a small server of the test's own.
final class HttpEndpointTest {
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final String NODE =
            "{\"kind\":\"Node\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"n1\",\"uid\":\"u\",\"resourceVersion\":\"7\",\"labels\":{\"a\":\"b\"}}}";

    private final BlockingQueue<Seen> requests = new LinkedBlockingQueue<>();
    private final HttpServer server;
    private Answer answer = new Answer(200, NODE, List.of());

    /// A request as the server saw it.
    private record Seen(String line, Map<String, List<String>> headers, String body) {
        private List<String> header(String name) {
            return headers.getOrDefault(name, List.of());
        }
    }

    private record Answer(int code, String type, byte[] body, List<String> warnings) {
        private Answer(int code, String body, List<String> warnings) {
            this(code, "application/json", body.getBytes(StandardCharsets.UTF_8), warnings);
        }

        private static Answer protobuf(int code, String json, GroupVersionKind kind) {
            ObjectCodec codec = ObjectCodec.builtIn();
            byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
            return new Answer(
                    code,
                    Body.PROTOBUF,
                    codec.encode(
                            Format.PROTOBUF,
                            codec.decode(Format.JSON, bytes, kind).object()),
                    List.of());
        }
    }

    HttpEndpointTest() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    }

    @BeforeEach
    void serve() {
        server.createContext("/", this::handle);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            requests.add(new Seen(
                    exchange.getRequestMethod() + " " + exchange.getRequestURI(),
                    Map.copyOf(exchange.getRequestHeaders()),
                    new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)));
            answer.warnings().forEach(text -> exchange.getResponseHeaders().add("Warning", text));
            exchange.getResponseHeaders().add("Content-Type", answer.type());
            byte[] body = answer.body();
            exchange.sendResponseHeaders(answer.code(), body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
        }
    }

    private Connection connection(Credentials credentials, Way way) {
        URI address =
                URI.create("http://127.0.0.1:%d/".formatted(server.getAddress().getPort()));
        return new Connection(address, new Trust.Machine(), credentials, "default", way);
    }

    private HttpEndpoint endpoint() {
        return new HttpEndpoint(connection(new Credentials.Anonymous(), Way.DIRECT));
    }

    private static ClusterClient client(HttpEndpoint endpoint) {
        return new ClusterClient(endpoint, Caller.component("somebody", List.of(), "an-agent/1"));
    }

    private Seen seen() throws InterruptedException {
        Seen seen = requests.poll(SOON.toSeconds(), TimeUnit.SECONDS);
        assertThat(seen).isNotNull();
        return seen;
    }

    @Test
    void everyVerbIsItsMethodOnItsPath() throws InterruptedException {
        Document document = Document.of(Json.object().put("kind", "Node"));
        try (HttpEndpoint endpoint = endpoint()) {
            ClusterClient client = client(endpoint);
            client.get(NODES, "", "n1");
            client.create(NODES, "", document);
            client.update(NODES, "", "n1", document);
            client.updateStatus(NODES, "", "n1", document);
            client.patch(PODS, "ns", "p", "status", new Body(Body.MERGE_PATCH, document));
            client.delete(NODES, "", "n1", document);
            assertThat(seen().line()).isEqualTo("GET /api/v1/nodes/n1");
            Seen create = seen();
            assertThat(create.line()).isEqualTo("POST /api/v1/nodes");
            assertThat(create.header("Content-type")).containsExactly("application/json");
            assertThat(create.body()).isEqualTo("{\"kind\":\"Node\"}");
            assertThat(seen().line()).isEqualTo("PUT /api/v1/nodes/n1");
            assertThat(seen().line()).isEqualTo("PUT /api/v1/nodes/n1/status");
            Seen patch = seen();
            assertThat(patch.line()).isEqualTo("PATCH /api/v1/namespaces/ns/pods/p/status");
            assertThat(patch.header("Content-type")).containsExactly("application/merge-patch+json");
            assertThat(seen().line()).isEqualTo("DELETE /api/v1/nodes/n1");
        }
    }

    @Test
    void theCallerIsWhoeverTheCredentialsSayAndItsAgentIsNamed() throws InterruptedException {
        var other = new Impersonated("jane", List.of("a", "b"), "42", Map.of("scope/x", List.of("1", "2")));
        var way = new Way(Optional.empty(), Optional.empty(), Optional.of(other), Optional.of(SOON));
        try (var endpoint = new HttpEndpoint(connection(new Credentials.Token("secret"), way))) {
            client(endpoint).get(NODES, "", "n1");
            Seen seen = seen();
            assertThat(seen.header("Authorization")).containsExactly("Bearer secret");
            assertThat(seen.header("User-agent")).containsExactly("an-agent/1");
            assertThat(seen.header("Impersonate-user")).containsExactly("jane");
            assertThat(seen.header("Impersonate-group")).containsExactlyInAnyOrder("a", "b");
            assertThat(seen.header("Impersonate-uid")).containsExactly("42");
            assertThat(seen.header("Impersonate-extra-scope%2fx")).containsExactlyInAnyOrder("1", "2");
        }
        assertThat(new Credentials.Token("secret").toString()).doesNotContain("secret");
        assertThat(new Credentials.Certificate("c", "secret").toString()).doesNotContain("secret");
    }

    @Test
    void aTokenThatIsWrittenAnewInItsFileIsTheOneThatIsShown(@TempDir Path folder)
            throws IOException, InterruptedException {
        Path file = Files.writeString(folder.resolve("token"), "first\n");
        var credentials = new Credentials.TokenFile(file, "known");
        assertThat(credentials.toString()).doesNotContain("known");
        try (var endpoint = new HttpEndpoint(connection(credentials, Way.DIRECT))) {
            client(endpoint).get(NODES, "", "n1");
            assertThat(seen().header("Authorization")).containsExactly("Bearer first");
            Files.writeString(file, "second\n");
            client(endpoint).get(NODES, "", "n1");
            assertThat(seen().header("Authorization")).containsExactly("Bearer second");
            Files.delete(file);
            client(endpoint).get(NODES, "", "n1");
            assertThat(seen().header("Authorization")).containsExactly("Bearer known");
        }
    }

    @Test
    void anObjectIsReadWithItsHeaderAndItsRevisionTakenOut() {
        answer = new Answer(200, NODE, List.of("299 - \"one \\\"quoted\\\"\", 299 - \"two\"", "299 - \"three\""));
        try (HttpEndpoint endpoint = endpoint()) {
            ApiReply reply = client(endpoint).get(NODES, "", "n1");
            assertThat(reply.warnings()).containsExactlyInAnyOrder("one \"quoted\"", "two", "three");
            StoredObject node = ((ApiReply.One) reply).object();
            assertThat(node.revision()).isEqualTo(7);
            assertThat(node.key()).isEqualTo(NODES.key("", "n1"));
            assertThat(node.header().labels()).isEqualTo(Map.of("a", "b"));
            assertThat(new String(node.json(), StandardCharsets.UTF_8)).doesNotContain("resourceVersion");
        }
    }

    @Test
    void aListGivesItsItemsTheirKindAndItsPageTheNext() {
        answer = new Answer(
                200,
                "{\"kind\":\"NodeList\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"9\",\"continue\":\"t\",\"remainingItemCount\":3},"
                        + "\"items\":[{\"metadata\":{\"name\":\"n1\",\"resourceVersion\":\"7\"}}]}",
                List.of());
        try (HttpEndpoint endpoint = endpoint()) {
            var page = (ApiReply.Many) client(endpoint).list(NODES, "", Map.of("limit", "1"));
            assertThat(page.revision()).isEqualTo(9);
            assertThat(page.next()).contains("t");
            assertThat(page.remaining()).contains(3L);
            assertThat(Json.read(page.items().getFirst().json()).path("kind").asText())
                    .isEqualTo("Node");
        }
    }

    @Test
    void whoReadsLongListsGetsThemInProtobufWhereThereIsOne() throws InterruptedException {
        String list = "{\"kind\":\"NodeList\",\"apiVersion\":\"v1\",\"metadata\":{\"continue\":\"t\"},"
                + "\"items\":[{\"metadata\":{\"name\":\"n1\",\"resourceVersion\":\"7\",\"uid\":\"u\"}}]}";
        try (HttpEndpoint endpoint = endpoint()) {
            for (Answer each : List.of(
                    Answer.protobuf(200, list, GroupVersionKind.of("v1", "NodeList")),
                    new Answer(200, list, List.of()))) {
                answer = each;
                var page = (ListReply.Page) client(endpoint).listing(NODES, "", Map.of());
                assertThat(page.next()).contains("t");
                assertThat(page.objects().isCanonical()).isEqualTo(each.type().equals(Body.PROTOBUF));
                JsonNode metadata = page.objects().item(0).path("metadata");
                assertThat(metadata.path("resourceVersion").asText()).isEqualTo("7");
                assertThat(metadata.path("uid").asText()).isEqualTo("u");
                assertThat(seen().header("Accept"))
                        .containsExactly("application/vnd.kubernetes.protobuf, application/json");
            }
            answer = Answer.protobuf(
                    403,
                    "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"code\":403,\"reason\":\"Forbidden\",\"message\":\"no\"}",
                    GroupVersionKind.of("v1", "Status"));
            var refused = (ListReply.Refused) client(endpoint).listing(NODES, "", Map.of());
            assertThat(refused.status().reason()).isEqualTo("Forbidden");
            assertThat(refused.status().message()).isEqualTo("no");
            answer = new Answer(200, Body.PROTOBUF, new byte[] {'k', '8', 's', 0, 1}, List.of());
            assertThatThrownBy(() -> client(endpoint).listing(NODES, "", Map.of()))
                    .isInstanceOf(ConnectionException.class)
                    .hasMessageContaining("no list of objects");
        }
    }

    @Test
    void aRefusalIsTheStatusInItsBodyOrOneMadeOfItsCode() {
        try (HttpEndpoint endpoint = endpoint()) {
            ClusterClient client = client(endpoint);
            answer = new Answer(
                    409,
                    "{\"kind\":\"Status\",\"code\":409,\"reason\":\"Conflict\",\"message\":\"m\",\"details\":{\"name\":\"n1\",\"retryAfterSeconds\":4,\"causes\":[{\"field\":\"f\",\"message\":\"x\",\"reason\":\"r\"}]}}",
                    List.of());
            var conflict = ((ApiReply.Failure) client.get(NODES, "", "n1")).status();
            assertThat(conflict.is("Conflict")).isTrue();
            assertThat(conflict.details().orElseThrow().retryAfterSeconds()).isEqualTo(4);
            assertThat(conflict.details().orElseThrow().causes()).hasSize(1);
            answer = new Answer(502, "Bad Gateway\n", List.of());
            var gateway = ((ApiReply.Failure) client.get(NODES, "", "n1")).status();
            assertThat(gateway.code()).isEqualTo(502);
            assertThat(gateway.message()).isEqualTo("Bad Gateway");
        }
    }

    @Test
    void anAnswerThatIsNoJsonIsAConnectionThatCannotBeUsed() {
        answer = new Answer(200, "<html>log in</html>", List.of());
        try (HttpEndpoint endpoint = endpoint()) {
            assertThatThrownBy(() -> client(endpoint).get(NODES, "", "n1"))
                    .isInstanceOf(ConnectionException.class)
                    .hasMessage("the server answered something that is no JSON object");
        }
    }

    @Test
    void aServerThatIsNotThereIsNamed() {
        server.stop(0);
        try (HttpEndpoint endpoint = endpoint()) {
            assertThatThrownBy(() -> client(endpoint).get(NODES, "", "n1"))
                    .isInstanceOf(ConnectionException.class)
                    .hasMessageStartingWith("cannot talk to http://127.0.0.1:%d/: "
                            .formatted(server.getAddress().getPort()));
        }
    }

    @Test
    void whoDoesNotAnswerInTimeIsGivenUp() {
        var ended = new Semaphore(0);
        server.createContext("/slow", exchange -> ended.acquireUninterruptibly());
        var hurried = new Way(Optional.empty(), Optional.empty(), Optional.empty(), Optional.of(Duration.ofMillis(50)));
        try (var endpoint = new HttpEndpoint(connection(new Credentials.Anonymous(), hurried))) {
            assertThatThrownBy(() -> endpoint.get("/slow")).isInstanceOf(ConnectionException.class);
        } finally {
            ended.release();
        }
    }

    @Test
    void otherPathsAreReadAsTheyStand() throws InterruptedException {
        answer = new Answer(404, "nothing here", List.of());
        try (HttpEndpoint endpoint = endpoint()) {
            var reply = endpoint.get("/version?x=1", "text/plain");
            assertThat(reply.code()).isEqualTo(404);
            assertThat(new String(reply.body(), StandardCharsets.UTF_8)).isEqualTo("nothing here");
            Seen seen = seen();
            assertThat(seen.line()).isEqualTo("GET /version?x=1");
            assertThat(seen.header("Accept")).containsExactly("text/plain");
        }
    }

    @Test
    void aWatchIsReadAsItComesAndRefusedByItsStatus() throws InterruptedException {
        try (HttpEndpoint endpoint = endpoint()) {
            answer = new Answer(200, "{\"type\":\"ADDED\",\"object\":%s}\n".formatted(NODE), List.of());
            var started = (WatchReply.Started) client(endpoint).watch(NODES, "", Map.of("resourceVersion", "5"));
            assertThat(seen().line()).isEqualTo("GET /api/v1/nodes?resourceVersion=5&watch=true");
            List<WatchEvent> events = untilTheEnd(started.cursor());
            assertThat(events).hasSize(2);
            assertThat(events.getFirst()).isInstanceOf(WatchEvent.Added.class);
            answer = new Answer(403, "{\"code\":403,\"reason\":\"Forbidden\"}", List.of());
            var refused = (WatchReply.Refused) client(endpoint).watch(NODES, "", Map.of());
            assertThat(refused.status().reason()).isEqualTo("Forbidden");
        }
    }

    private static List<WatchEvent> untilTheEnd(WatchCursor cursor) throws InterruptedException {
        var events = new ArrayList<WatchEvent>();
        var ready = new Semaphore(0);
        while (events.isEmpty() || !(events.getLast() instanceof WatchEvent.Failed)) {
            cursor.onReady(ready::release);
            assertThat(ready.tryAcquire(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
            events.addAll(cursor.poll(10));
        }
        return events;
    }
}
