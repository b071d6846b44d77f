package dev.tenure.checks.golden.api;

import dev.tenure.checks.golden.suite.CaseResult;
import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// One run of one scenario of recorded HTTP exchanges: makes its namespace, sends the requests in order,
/// compares every answer, removes what was made.
///
/// It waits in real time, as the server under test lives in it.
final class ScenarioRun {
    private static final int NAMESPACE_LETTERS = 10;
    private static final int ID_LETTERS = 5;
    private static final Duration POLL_PAUSE = Duration.ofMillis(200);
    private static final Duration BACKGROUND_HEAD_START = Duration.ofMillis(500);
    private static final int POLL_SECONDS = 15;
    private static final int AWAIT_SECONDS = 60;
    private static final Set<String> NOT_STORED = Set.of("binding", "eviction", "token", "bindings");
    private static final ObjectNode NO_HEADERS = Json.object();

    private record Background(FutureTask<HttpAnswer> answer, JsonNode step) {}

    private final TestedServer server;
    private final JsonNode scenario;
    private final TimeSource time;
    private final Variables variables;
    private final Normaliser normaliser;
    private final ExchangeView view;
    private final List<String> created = new ArrayList<>();
    private final Map<String, Background> running = new HashMap<>();

    ScenarioRun(TestedServer server, JsonNode scenario, TimeSource time) {
        this.server = server;
        this.scenario = scenario;
        this.time = time;
        var random = new SecureRandom();
        variables = new Variables("g-" + letters(random, NAMESPACE_LETTERS), "z" + letters(random, ID_LETTERS));
        Instant begun = time.wall();
        var names = Map.of(variables.namespace(), "{{ns}}", variables.fill("{{id}}"), "{{id}}");
        normaliser = new Normaliser(
                new GoldenIdentities(names), scenario.path("managedFields").asBoolean(), begun);
        view = new ExchangeView(normaliser, new ProtobufView(normaliser, begun));
    }

    /// The name of a step in lists of results.
    static String caseName(JsonNode scenario, int step) {
        return "%s #%d".formatted(scenario.path("name").asText(), step);
    }

    List<CaseResult> run() {
        var results = new ArrayList<CaseResult>();
        Optional<String> obstacle = scenario.path("namespace").asBoolean(true) ? makeNamespace() : Optional.empty();
        int index = 0;
        for (JsonNode step : scenario.path("steps")) {
            String name = caseName(scenario, index++);
            if (obstacle.isPresent()) {
                if (!step.has("background")) {
                    results.add(CaseResult.failed(name, "not run: " + obstacle.get()));
                }
            } else {
                answer(step).ifPresent(shown -> results.add(judge(name, step, shown)));
            }
        }
        removeAll();
        return results;
    }

    private static CaseResult judge(String name, JsonNode step, JsonNode shown) {
        JsonNode request = step.path("request");
        String what = request.isMissingNode()
                ? "await " + step.path("await").asText()
                : request.path("method").asText() + " " + request.path("path").asText();
        return GoldenComparison.of(step.path("expect"), shown)
                .map(difference -> CaseResult.failed(
                        name,
                        "%s: at %s expected %s, got %s"
                                .formatted(what, difference.at(), difference.expected(), difference.got())))
                .orElseGet(() -> CaseResult.passed(name));
    }

    /// The normalised answer of a step; none for one that goes on in the background.
    private Optional<JsonNode> answer(JsonNode step) {
        if (step.has("delay")) {
            pause(Duration.ofMillis((long) (step.path("delay").doubleValue() * 1000)));
        }
        if (step.has("await")) {
            return Optional.of(awaited(step));
        }
        if (step.has("background")) {
            startInBackground(step);
            return Optional.empty();
        }
        HttpAnswer answer = step.has("poll") ? polled(step) : exchange(step.path("request"));
        remember(step.path("request"), answer);
        variables.capture(step.path("capture"), answer);
        return Optional.of(shown(step, answer));
    }

    private JsonNode shown(JsonNode step, HttpAnswer answer) {
        JsonNode meta = step.path("request").path("body").path("metadata");
        String base = meta.path("generateName").asText();
        boolean refused = answer.status() >= 400;
        if (refused && !base.isEmpty() && meta.path("name").asText().isEmpty()) {
            normaliser.identities().generateNames().add(variables.fill(base));
        }
        return view.view(step, answer);
    }

    private HttpAnswer exchange(JsonNode request) {
        return server.send(
                request.path("method").asText(),
                variables.fill(request.path("path").asText()),
                variables.fill(request.path("headers")),
                variables.body(request));
    }

    private HttpAnswer polled(JsonNode step) {
        JsonNode wanted = step.path("poll");
        Tick until = time.now().plus(Duration.ofSeconds(wanted.path("seconds").asInt(POLL_SECONDS)));
        while (true) {
            HttpAnswer answer = exchange(step.path("request"));
            boolean done = answer.status() == wanted.path("status").asInt()
                    && (!wanted.has("contains")
                            || answer.text().contains(wanted.path("contains").asText()))
                    && (!wanted.has("lacks")
                            || !answer.text().contains(wanted.path("lacks").asText()));
            if (done || time.now().isAfter(until)) {
                return answer;
            }
            pause(POLL_PAUSE);
        }
    }

    private void startInBackground(JsonNode step) {
        JsonNode request = step.path("request");
        String path = variables.fill(request.path("path").asText());
        JsonNode headers = variables.fill(request.path("headers"));
        Optional<byte[]> body = variables.body(request);
        String method = request.path("method").asText();
        var answer = new FutureTask<>(() -> server.sendAlone(method, path, headers, body));
        Thread.ofVirtual().start(answer);
        running.put(step.path("background").asText(), new Background(answer, step));
        pause(BACKGROUND_HEAD_START);
    }

    private JsonNode awaited(JsonNode step) {
        Background begun = running.remove(step.path("await").asText());
        if (begun == null) {
            throw new IllegalStateException("nothing in the background is called " + step.get("await"));
        }
        ObjectNode merged = (ObjectNode) begun.step().deepCopy();
        step.properties().forEach(entry -> merged.set(entry.getKey(), entry.getValue()));
        return shown(merged, outcome(begun.answer()));
    }

    private static HttpAnswer outcome(FutureTask<HttpAnswer> answer) {
        try {
            return answer.get(AWAIT_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            return HttpAnswer.broken("no answer: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for an answer", e);
        }
    }

    private Optional<String> makeNamespace() {
        ObjectNode namespace = Json.object();
        namespace.put("apiVersion", "v1").put("kind", "Namespace");
        ObjectNode meta = namespace.putObject("metadata");
        meta.put("name", variables.namespace());
        meta.set("labels", object("namespaceLabels"));
        meta.set("annotations", object("namespaceAnnotations"));
        HttpAnswer answer = post("/api/v1/namespaces", namespace);
        if (answer.status() != 201) {
            return Optional.of("namespace: %d %s".formatted(answer.status(), brief(answer)));
        }
        ObjectNode account = Json.object();
        account.put("apiVersion", "v1").put("kind", "ServiceAccount");
        account.putObject("metadata").put("name", "default");
        answer = post("/api/v1/namespaces/%s/serviceaccounts".formatted(variables.namespace()), account);
        return answer.status() == 201 || answer.status() == 409
                ? Optional.empty()
                : Optional.of("service account: %d %s".formatted(answer.status(), brief(answer)));
    }

    private JsonNode object(String field) {
        return scenario.path(field) instanceof ObjectNode object ? object : Json.object();
    }

    private HttpAnswer post(String path, JsonNode body) {
        return server.send("POST", path, NO_HEADERS, Optional.of(Json.write(body)));
    }

    private static String brief(HttpAnswer answer) {
        return answer.text().substring(0, Math.min(answer.text().length(), 160));
    }

    /// Objects that a step created are deleted after the scenario.
    private void remember(JsonNode request, HttpAnswer answer) {
        String method = request.path("method").asText();
        String raw = request.path("path").asText();
        if (answer.status() != 201 || !Set.of("POST", "PUT", "PATCH").contains(method) || raw.contains("dryRun")) {
            return;
        }
        String path = variables.fill(raw).split("\\?", 2)[0];
        if (!method.equals("POST")) {
            created.add(path);
            return;
        }
        String last = path.substring(path.lastIndexOf('/') + 1);
        if (!NOT_STORED.contains(last)) {
            nameIn(request, answer).ifPresent(name -> created.add(path + "/" + name));
        }
    }

    private Optional<String> nameIn(JsonNode request, HttpAnswer answer) {
        try {
            String name = Json.read(answer.body()).path("metadata").path("name").asText();
            return name.isEmpty() ? Optional.empty() : Optional.of(name);
        } catch (IllegalArgumentException _) {
            return request.has("createdName")
                    ? Optional.of(variables.fill(request.path("createdName").asText()))
                    : Optional.empty();
        }
    }

    private void removeAll() {
        byte[] atOnce =
                "{\"gracePeriodSeconds\": 0, \"propagationPolicy\": \"Background\"}".getBytes(StandardCharsets.UTF_8);
        for (String path : created.reversed()) {
            HttpAnswer answer = server.send("DELETE", path, NO_HEADERS, Optional.of(atOnce));
            boolean gone = answer.status() != 200 && answer.status() != 202;
            if (!gone && answer.text().contains("\"finalizers\"")) {
                ObjectNode merge = Json.object().put("Content-Type", "application/merge-patch+json");
                byte[] patch = "{\"metadata\":{\"finalizers\":null}}".getBytes(StandardCharsets.UTF_8);
                server.send("PATCH", path, merge, Optional.of(patch));
            }
        }
        if (scenario.path("namespace").asBoolean(true)) {
            removeNamespace();
        }
    }

    private void removeNamespace() {
        String path = "/api/v1/namespaces/" + variables.namespace();
        server.send("DELETE", path, NO_HEADERS, Optional.empty());
        HttpAnswer answer = server.send("GET", path, NO_HEADERS, Optional.empty());
        if (answer.status() == 200) {
            ObjectNode namespace = Json.readObject(answer.body());
            namespace.putObject("spec");
            server.send("PUT", path + "/finalize", NO_HEADERS, Optional.of(Json.write(namespace)));
        }
    }

    private static String letters(SecureRandom random, int count) {
        var letters = new StringBuilder();
        random.ints(count, 0, TextNormaliser.ALPHABET.length())
                .forEach(i -> letters.append(TextNormaliser.ALPHABET.charAt(i)));
        return letters.toString();
    }

    private static void pause(Duration span) {
        try {
            Thread.sleep(span);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting", e);
        }
    }
}
