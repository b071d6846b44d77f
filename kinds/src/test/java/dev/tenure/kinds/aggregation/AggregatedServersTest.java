package dev.tenure.kinds.aggregation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.http.InFlightLimits;
import dev.tenure.apiserver.pki.Identity;
import dev.tenure.apiserver.pki.Issuer;
import dev.tenure.kinds.RunningServer;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.runtime.callout.Peer;
import dev.tenure.runtime.io.Pause;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A group whose APIService names a service, from the client's side and from that of the server that answers
/// for it.
class AggregatedServersTest {
    private static final String API = "/apis/apiregistration.k8s.io/v1/apiservices";
    private static final String MINE = API + "/v1.wardle.example.com";
    private static final String SERVICES = "/api/v1/namespaces/default/services";
    private static final String THINGS = StandInBackend.VERSION + "/namespaces/default/flunders";
    private static final String AGGREGATED = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
    private static final int LOOKS_MAX = 2_000;
    private static final Duration PAUSE = Duration.ofMillis(5);

    private final StandInBackend backend = new StandInBackend();
    private final RunningServer server = new RunningServer().listening(InFlightLimits.standard(), List.of("carol"));
    private final HttpClient client =
            HttpClient.newBuilder().sslContext(server.trusting()).build();

    @BeforeEach
    void beKnown() {
        Identity proxies = new Issuer(server.time().wall()).authority("proxies");
        Identity own = new Issuer(server.time().wall()).client(proxies, "front-proxy-client", List.of());
        server.proxy()
                .become(
                        Optional.of(new Peer.Shown(List.of(own.certificate()), own.key())),
                        new FrontProxy.Trust("", "", List.of()));
    }

    @AfterEach
    void end() {
        server.close();
        backend.close();
        client.close();
    }

    private HttpRequest.Builder request(String path, String token) {
        return HttpRequest.newBuilder(URI.create("https://localhost:" + server.port() + path))
                .header("Authorization", "Bearer " + token)
                .header("User-Agent", "test");
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return client.send(request.build(), BodyHandlers.ofString());
    }

    private JsonNode get(String path) throws IOException, InterruptedException {
        return Json.read(send(request(path, "admin")).body().getBytes(StandardCharsets.UTF_8));
    }

    private JsonNode aggregated() throws IOException, InterruptedException {
        String body =
                send(request("/apis", "admin").header("Accept", AGGREGATED)).body();
        return Json.read(body.getBytes(StandardCharsets.UTF_8));
    }

    /// Looks until something is so, for ten seconds at least.
    private JsonNode await(String path, Predicate<JsonNode> happened) throws IOException, InterruptedException {
        JsonNode last = get(path);
        for (int i = 0; i < LOOKS_MAX && !happened.test(last); i++) {
            Pause.of(PAUSE, server.time());
            last = get(path);
        }
        assertThat(happened.test(last)).as("%s: %s", path, last).isTrue();
        return last;
    }

    private JsonNode awaitReason(String reason) throws IOException, InterruptedException {
        return await(
                MINE, service -> condition(service).path("reason").asText("").equals(reason));
    }

    private static JsonNode condition(JsonNode service) {
        return service.path("status").path("conditions").path(0);
    }

    private JsonNode awaitFreshness(String freshness) throws IOException, InterruptedException {
        JsonNode last = version();
        for (int i = 0; i < LOOKS_MAX && !last.path("freshness").asText("").equals(freshness); i++) {
            Pause.of(PAUSE, server.time());
            last = version();
        }
        assertThat(last.path("freshness").asText("")).isEqualTo(freshness);
        return last;
    }

    private JsonNode version() throws IOException, InterruptedException {
        for (JsonNode item : aggregated().path("items")) {
            if (item.path("metadata").path("name").asText("").equals("wardle.example.com")) {
                return item.path("versions").path(0);
            }
        }
        return Json.object();
    }

    private void register() {
        create(new Target("apiregistration.k8s.io", "v1", "apiservices", "", "", ""), """
                {'apiVersion': 'apiregistration.k8s.io/v1', 'kind': 'APIService',
                 'metadata': {'name': 'v1.wardle.example.com'},
                 'spec': {'group': 'wardle.example.com', 'version': 'v1', 'groupPriorityMinimum': 17900,
                  'versionPriority': 10, 'caBundle': '%s',
                  'service': {'namespace': 'default', 'name': 'backend', 'port': %d}}}""".formatted(
                        backend.bundle(), backend.port()));
    }

    private void serve() {
        create(new Target("", "v1", "services", "default", "", ""), """
                {'apiVersion': 'v1', 'kind': 'Service', 'metadata': {'name': 'backend'},
                 'spec': {'type': 'ExternalName', 'externalName': 'localhost'}}""");
    }

    private void create(Target target, String json) {
        assertThat(server.create(target, json)).isInstanceOf(ApiReply.One.class);
    }

    private void pass() throws IOException, InterruptedException {
        serve();
        register();
        awaitReason("Passed");
        // what is written there is known to requests a moment later
        var asked = HttpRequest.newBuilder(URI.create("https://localhost:" + server.port() + StandInBackend.VERSION))
                .header("Authorization", "Bearer admin");
        int code = 0;
        for (int i = 0; i < LOOKS_MAX && code != 200; i++) {
            Pause.of(PAUSE, server.time());
            code = send(asked).statusCode();
        }
        assertThat(code).isEqualTo(200);
    }

    @Test
    void requestsGoToTheBackendInTheNameOfTheirCaller() throws Exception {
        pass();
        backend.at(THINGS, 201, "{'kind': 'Flunder'}");
        HttpResponse<String> answer = send(request(THINGS + "?b=2&a=x%20y", "carol")
                .header("X-Remote-User", "spoofed")
                .header("X-Remote-Extra-Scopes", "spoofed")
                .header("X-Own", "mine")
                .POST(BodyPublishers.ofString("{\"a\": 1}")));
        assertThat(answer.statusCode()).isEqualTo(201);
        assertThat(answer.body()).isEqualTo("{\"kind\": \"Flunder\"}");
        assertThat(backend.askedBy("test")).singleElement().satisfies(asked -> {
            assertThat(asked.method()).isEqualTo("POST");
            assertThat(asked.target()).isEqualTo(THINGS + "?a=x+y&b=2");
            assertThat(asked.body()).isEqualTo("{\"a\": 1}");
            assertThat(asked.shown()).isEqualTo("front-proxy-client");
            assertThat(asked.field("X-Remote-User")).containsExactly("carol");
            assertThat(asked.field("X-Remote-Uid")).containsExactly("carol");
            assertThat(asked.field("X-Remote-Group")).containsExactly("system:authenticated");
            assertThat(asked.field("X-Remote-Extra-Scopes")).isEmpty();
            assertThat(asked.field("X-Own")).containsExactly("mine");
            assertThat(asked.field("Authorization")).isEmpty();
            assertThat(asked.field("X-Forwarded-Uri")).containsExactly(THINGS);
        });
    }

    @Test
    void whoMayNotIsRefusedHereAndTheBackendNotAsked() throws Exception {
        pass();
        HttpResponse<String> answer = send(request(THINGS, "alice"));
        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(answer.body()).contains("flunders.wardle.example.com is forbidden");
        assertThat(backend.askedBy("test")).isEmpty();
    }

    @Test
    void eventsOfAWatchArriveOneByOne() throws Exception {
        pass();
        HttpResponse<InputStream> watch = client.send(
                request(StandInBackend.VERSION + "/watched?watch=1", "admin").build(), BodyHandlers.ofInputStream());
        var seen = new LinkedBlockingQueue<String>();
        try (var reader = new BufferedReader(new InputStreamReader(watch.body(), StandardCharsets.UTF_8))) {
            for (String event : List.of("first", "second")) {
                backend.send(event);
                seen.add(String.valueOf(reader.readLine()));
                assertThat(seen.poll(1, TimeUnit.SECONDS)).isEqualTo(event);
            }
            backend.send("");
            assertThat(reader.readLine()).isNull();
        }
    }

    @Test
    void aWatchThatNobodyReadsAnyMoreEndsAtTheBackendToo() throws Exception {
        pass();
        HttpResponse<InputStream> watch = client.send(
                request(StandInBackend.VERSION + "/watched?watch=1", "admin").build(), BodyHandlers.ofInputStream());
        watch.body().close();
        boolean left = false;
        for (int i = 0; i < LOOKS_MAX && !left; i++) {
            Pause.of(PAUSE, server.time());
            backend.send("more");
            left = backend.isLeft();
        }
        assertThat(left).isTrue();
    }

    @Test
    void aRequestThatTakesLongerThanItsClientWaitsIsAnsweredWithATimeout() throws Exception {
        pass();
        HttpResponse<String> answer = send(request(THINGS + "/hangs?timeout=1s", "admin"));
        assertThat(answer.statusCode()).isEqualTo(504);
        assertThat(answer.body()).contains("request did not complete within the allotted timeout");
    }

    @Test
    void aBodyGoesToTheBackendHoweverLargeItIs() throws Exception {
        pass();
        backend.at(THINGS, 200, "{}");
        String large = "x".repeat(5_000_000);
        assertThat(send(request(THINGS, "admin").POST(BodyPublishers.ofString(large)))
                        .statusCode())
                .isEqualTo(200);
        assertThat(backend.askedBy("test"))
                .singleElement()
                .satisfies(asked -> assertThat(asked.body()).isEqualTo(large));
    }

    @Test
    void theConditionFollowsTheServiceAndTheBackend() throws Exception {
        register();
        JsonNode missing = condition(awaitReason("ServiceNotFound"));
        assertThat(missing.path("status").asText()).isEqualTo("False");
        assertThat(missing.path("message").asText()).isEqualTo("service/backend in \"default\" is not present");
        HttpResponse<String> answer = send(request(THINGS, "admin"));
        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.body()).isEqualTo("service unavailable\n");
        serve();
        assertThat(condition(awaitReason("Passed")).path("message").asText()).isEqualTo("all checks passed");
        backend.at(StandInBackend.VERSION, 500, "{}");
        // what makes it look at once, as a change of its service does
        send(request(SERVICES + "/backend", "admin")
                .header("Content-Type", "application/merge-patch+json")
                .method("PATCH", BodyPublishers.ofString("{\"metadata\": {\"labels\": {\"a\": \"b\"}}}")));
        String address = "https://localhost:%d%s".formatted(backend.port(), StandInBackend.VERSION);
        assertThat(condition(awaitReason("FailedDiscoveryCheck"))
                        .path("message")
                        .asText())
                .isEqualTo("failing or missing response from %s: bad status from %s: 500".formatted(address, address));
    }

    @Test
    void discoveryNamesTheGroupByItsPriorityAndSaysHowFreshItIs() throws Exception {
        register();
        assertThat(awaitFreshness("Stale").toString()).isEqualTo("{\"version\":\"v1\",\"freshness\":\"Stale\"}");
        serve();
        JsonNode fresh = awaitFreshness("Current");
        assertThat(fresh.path("resources").path(0).path("resource").asText()).isEqualTo("flunders");
        assertThat(fresh.path("resources")
                        .path(0)
                        .path("responseKind")
                        .path("kind")
                        .asText())
                .isEqualTo("Flunder");
        JsonNode groups = get("/apis").path("groups");
        assertThat(groups.path(0).path("name").asText()).isEqualTo("apiregistration.k8s.io");
        assertThat(groups.path(1).path("name").asText()).isEqualTo("wardle.example.com");
        assertThat(groups.path(2).path("name").asText()).isEqualTo("apps");
        assertThat(get("/apis/wardle.example.com")
                        .path("preferredVersion")
                        .path("version")
                        .asText())
                .isEqualTo("v1");
        assertThat(get(StandInBackend.VERSION)
                        .path("resources")
                        .path(0)
                        .path("name")
                        .asText())
                .isEqualTo("flunders");
    }

    @Test
    void itsDescriptionsAreAmongTheServersOwn() throws Exception {
        backend.at("/openapi/v3", 200, """
                {'paths': {'apis/wardle.example.com/v1':
                 {'serverRelativeURL': '/openapi/v3/apis/wardle.example.com/v1?hash=AB'}}}""")
                .at("/openapi/v3/apis/wardle.example.com/v1", 200, "{'openapi': '3.0.0'}")
                .at("/openapi/v2", 200, """
                {'swagger': '2.0', 'paths': {'/apis/wardle.example.com/v1/': {'get': {'responses': {}}}}}""");
        pass();
        JsonNode root = await("/openapi/v3", all -> all.path("paths").has("apis/wardle.example.com/v1"));
        String address = root.path("paths")
                .path("apis/wardle.example.com/v1")
                .path("serverRelativeURL")
                .asText();
        assertThat(get(address).toString()).isEqualTo("{\"openapi\":\"3.0.0\"}");
        assertThat(get("/openapi/v2").path("paths").has("/apis/wardle.example.com/v1/"))
                .isTrue();
    }

    @Test
    void whatIsRegisteredNoMoreIsNoMore() throws Exception {
        pass();
        assertThat(send(request(MINE, "admin").DELETE()).statusCode()).isEqualTo(200);
        JsonNode last = version();
        for (int i = 0; i < LOOKS_MAX && !last.isEmpty(); i++) {
            Pause.of(PAUSE, server.time());
            last = version();
        }
        assertThat(last.isEmpty()).isTrue();
        assertThat(send(request(THINGS, "admin")).statusCode()).isEqualTo(404);
    }
}
