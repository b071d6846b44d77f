package dev.tenure.kinds.aggregation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.http.InFlightLimits;
import dev.tenure.apiserver.pki.Identity;
import dev.tenure.apiserver.pki.Issuer;
import dev.tenure.kinds.RunningServer;
import dev.tenure.kinds.aggregation.StandInBackend.Asked;
import dev.tenure.kinds.aggregation.StandInBackend.Reply;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.runtime.callout.Peer;
import dev.tenure.runtime.io.Pause;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.JsonSyntaxException;
import dev.tenure.wire.json.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/// A backend is asked what upstream's server asked it, and clients are answered what it answered them.
/// `checks/upstream/compare.sh --mode aggregated --record` made the requests out of aggregated.py.
class ComparedAggregationTest {
    private static final int REQUESTS_MIN = 25;
    private static final int LOOKS_MAX = 2_000;
    private static final Duration PAUSE = Duration.ofMillis(5);
    private static final String MINE = "/apis/apiregistration.k8s.io/v1/apiservices/v1.wardle.example.com";
    private static final Map<String, String> MISSING = Map.of("Content-Type", "application/json");
    /// What of the head of an answer is held against, and of that of a question.
    private static final Set<String> TOLD = Set.of(
            "content-type",
            "cache-control",
            "x-own",
            "location",
            "etag",
            "content-encoding",
            "x-content-type-options",
            "warning",
            "access-control-allow-origin",
            "retry-after",
            "vary",
            "set-cookie");

    private static final List<String> KEPT = List.of(
            "x-remote-",
            "x-forwarded-uri",
            "x-forwarded-proto",
            "accept",
            "content-type",
            "content-length",
            "te",
            "connection",
            "if-none-match",
            "authorization",
            "impersonate-",
            "x-own",
            "user-agent",
            "cookie");

    private final StandInBackend backend = new StandInBackend();
    private final RunningServer server = new RunningServer().listening(InFlightLimits.standard(), List.of());

    @Test
    void questionsAndAnswersAreUpstreams() throws IOException, InterruptedException {
        List<String> lines = lines();
        List<String> different = new ArrayList<>();
        try (server;
                backend;
                var client = HttpClient.newBuilder()
                        .sslContext(server.trusting())
                        .version(HttpClient.Version.HTTP_1_1)
                        .build()) {
            begin(client, read(lines.getFirst()).path("backend"));
            for (String line : lines.subList(1, lines.size())) {
                different.addAll(differences(client, read(line)));
            }
        }
        assertThat(lines).hasSizeGreaterThan(REQUESTS_MIN);
        assertThat(different).isEmpty();
    }

    private static ObjectNode read(String json) {
        return Json.readObject(json.getBytes(StandardCharsets.UTF_8));
    }

    private static List<String> lines() throws IOException {
        var packed = Objects.requireNonNull(ComparedAggregationTest.class.getResourceAsStream("aggregated.jsonl.gz"));
        try (var reader =
                new BufferedReader(new InputStreamReader(new GZIPInputStream(packed), StandardCharsets.UTF_8))) {
            return reader.lines().toList();
        }
    }

    private void begin(HttpClient client, JsonNode answers) throws IOException, InterruptedException {
        Identity proxies = new Issuer(server.time().wall()).authority("proxies");
        Identity own = new Issuer(server.time().wall()).client(proxies, "proxy", List.of());
        server.proxy()
                .become(
                        Optional.of(new Peer.Shown(List.of(own.certificate()), own.key())),
                        new FrontProxy.Trust("", "", List.of()));
        answers.properties().forEach(one -> backend.at(one.getKey(), reply(one.getValue())));
        backend.elsewhere(new Reply(404, MISSING, """
                {"kind": "Status", "apiVersion": "v1", "status": "Failure", "code": 404, "reason": "NotFound"}"""));
        server.create(new Target("", "v1", "services", "default", "", ""), """
                {'apiVersion': 'v1', 'kind': 'Service', 'metadata': {'name': 'backend'},
                 'spec': {'type': 'ExternalName', 'externalName': 'localhost'}}""");
        server.create(new Target("apiregistration.k8s.io", "v1", "apiservices", "", "", ""), """
                {'apiVersion': 'apiregistration.k8s.io/v1', 'kind': 'APIService',
                 'metadata': {'name': 'v1.wardle.example.com'},
                 'spec': {'group': 'wardle.example.com', 'version': 'v1', 'groupPriorityMinimum': 1500,
                  'versionPriority': 10, 'caBundle': '%s',
                  'service': {'namespace': 'default', 'name': 'backend', 'port': %d}}}""".formatted(
                        backend.bundle(), backend.port()));
        String condition = "";
        for (int i = 0; i < LOOKS_MAX && !condition.contains("\"Passed\""); i++) {
            Pause.of(PAUSE, server.time());
            condition = client.send(request("admin", MINE).build(), BodyHandlers.ofString())
                    .body();
        }
        assertThat(condition).contains("\"Passed\"");
        // what is written there is known to requests a moment later
        int code = 0;
        for (int i = 0; i < LOOKS_MAX && code != 200; i++) {
            Pause.of(PAUSE, server.time());
            code = client.send(request("admin", StandInBackend.VERSION).build(), BodyHandlers.ofString())
                    .statusCode();
        }
        assertThat(code).isEqualTo(200);
    }

    private static Reply reply(JsonNode answer) {
        JsonNode body = answer.path("body");
        Map<String, String> fields = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        fields.put("Content-Type", body.isObject() ? "application/json" : "text/plain");
        answer.path("headers")
                .properties()
                .forEach(one -> fields.put(one.getKey(), one.getValue().asText()));
        return new Reply(answer.path("code").asInt(200), fields, body.isObject() ? body.toString() : body.asText(""));
    }

    private HttpRequest.Builder request(String caller, String path) {
        return HttpRequest.newBuilder(URI.create("https://localhost:" + server.port() + path))
                .header("Authorization", "Bearer " + caller);
    }

    private List<String> differences(HttpClient client, ObjectNode step) throws IOException, InterruptedException {
        String method = step.path("method").asText();
        String path = step.path("path").asText();
        HttpRequest.Builder request = request(step.path("caller").asText(), path);
        step.path("headers")
                .properties()
                .forEach(one -> request.header(one.getKey(), one.getValue().asText()));
        JsonNode body = step.path("body");
        request.method(method, body.isTextual() ? BodyPublishers.ofString(body.asText()) : BodyPublishers.noBody());
        backend.forgetAsked();
        HttpResponse<String> answer = client.send(request.build(), BodyHandlers.ofString());
        ObjectNode ours = Json.object().put("status", answer.statusCode());
        ours.set("told", told(answer));
        ours.set("answer", value(answer.body()));
        ours.set("asked", asked());
        List<String> different = new ArrayList<>();
        for (String part : List.of("status", "told", "answer", "asked")) {
            if (!ours.path(part).toString().equals(inOrder(step.path(part)).toString())) {
                different.add(
                        "%s %s %s: %s instead of %s".formatted(method, path, part, ours.path(part), step.path(part)));
            }
        }
        return different;
    }

    private static JsonNode told(HttpResponse<String> answer) {
        ArrayNode told = Json.array();
        new TreeMap<>(answer.headers().map()).forEach((name, values) -> {
            if (TOLD.contains(name.toLowerCase(Locale.ROOT))) {
                values.stream()
                        .sorted()
                        .forEach(value -> told.addArray()
                                .add(name.toLowerCase(Locale.ROOT))
                                .add(value));
            }
        });
        return told;
    }

    private static JsonNode value(String body) {
        try {
            return inOrder(Json.read(body.getBytes(StandardCharsets.UTF_8)));
        } catch (JsonSyntaxException _) {
            return Json.object().put("text", body).path("text");
        }
    }

    /// What the backend was asked for the test; it is asked other things by the server itself.
    private JsonNode asked() {
        ArrayNode all = Json.array();
        for (Asked one : backend.askedBy("compare")) {
            ObjectNode shown = all.addObject();
            shown.put("body", one.body()).put("certificate", one.shown());
            ObjectNode fields = shown.putObject("headers");
            Map<String, List<String>> kept = new TreeMap<>();
            one.fields().forEach((name, values) -> {
                if (KEPT.stream().anyMatch(name.toLowerCase(Locale.ROOT)::startsWith)) {
                    kept.put(name.toLowerCase(Locale.ROOT), values);
                }
            });
            kept.forEach((name, values) -> values.forEach(fields.withArrayProperty(name)::add));
            shown.put("method", one.method()).put("path", one.target());
        }
        return all;
    }

    private static JsonNode inOrder(JsonNode node) {
        if (node.isArray()) {
            ArrayNode copy = Json.array();
            node.forEach(item -> copy.add(inOrder(item)));
            return copy;
        }
        if (!node.isObject()) {
            return node;
        }
        ObjectNode copy = Json.object();
        node.properties().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(field -> copy.set(field.getKey(), inOrder(field.getValue())));
        return copy;
    }
}
