package dev.tenure.checks.golden.timeline;

import dev.tenure.checks.golden.timeline.TimelineObserver.Note;
import dev.tenure.client.ClusterClient;
import dev.tenure.model.core.WellKnownLabels;
import dev.tenure.model.meta.ApiEndpoint;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.Status;
import dev.tenure.runtime.loop.SimulatedWorld;
import dev.tenure.runtime.time.Tick;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.JsonSyntaxException;
import dev.tenure.wire.json.MissingNode;
import dev.tenure.wire.json.ObjectNode;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;

/// One recorded timeline, played on virtual time: prepares nodes and pods, carries out the actions at their
/// seconds, and collects what happens meanwhile.
final class TimelineRun {
    private static final String GUARD = "guard";
    private static final Duration GUARD_PAUSE = Duration.ofSeconds(2);
    private static final Duration STEP = Duration.ofMillis(50);
    private static final Duration NAMESPACE_MAX = Duration.ofSeconds(20);
    private static final Duration CALM_MAX = Duration.ofSeconds(30);
    private static final double SETTLE_SECONDS = 3;
    private static final Map<String, String> COLLECTIONS = Map.of(
            "Pod", "/api/v1/namespaces/%s/pods",
            "PodDisruptionBudget", "/apis/policy/v1/namespaces/%s/poddisruptionbudgets");

    /// The cluster that a timeline plays in.
    ///
    /// @param restartControllers replaces the running controllers by new ones
    record Cluster(SimulatedWorld time, ApiEndpoint endpoint, Runnable restartControllers) {}

    /// Something of the recording that the cluster refused.
    static final class PreparationException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        PreparationException(String message) {
            super(message);
        }
    }

    private final Cluster cluster;
    private final JsonNode document;
    private final String namespace;
    private final PlayedKubelets kubelets;
    private final TimelineObserver observer;
    private int serial;

    TimelineRun(Cluster cluster, JsonNode document) {
        this.cluster = cluster;
        this.document = document;
        this.namespace = document.path("namespace").asText();
        boolean quick = document.path("profile").asText().equals("accelerated");
        var caller =
                Caller.component("golden-admin", List.of(Caller.SYSTEM_MASTERS, "system:authenticated"), "golden/1");
        var client = new ClusterClient(cluster.endpoint(), caller);
        var kubeletLoop = cluster.time().loop("kubelets");
        kubelets = new PlayedKubelets(
                kubeletLoop, client, quick ? Duration.ofMillis(1500) : Duration.ofSeconds(10), quick ? 8 : 40);
        var observerLoop = cluster.time().loop("observer");
        observer = new TimelineObserver(observerLoop, client, nodeNames(), namespace);
        kubeletLoop.post("start", kubelets::start);
        observerLoop.post("start", observer::start);
    }

    private Set<String> nodeNames() {
        var names = new HashSet<String>();
        document.path("nodes").forEach(node -> names.add(NodeManifest.name(node)));
        return names;
    }

    /// What was seen, with `t` in seconds after the first action, in order.
    List<ObjectNode> play() {
        cluster.time().settle();
        boolean alone = document.path("exclusive").asBoolean();
        if (!alone || document.path("guard").asBoolean()) {
            ObjectNode guard = Json.object().put("name", GUARD);
            guard.putObject("labels").put(WellKnownLabels.ZONE, GUARD);
            must("POST", "/api/v1/nodes", NodeManifest.of(guard, ++serial, now()));
            cluster.time().advance(GUARD_PAUSE);
        }
        prepare();
        observer.capture(true);
        Tick zero = cluster.time().now();
        for (JsonNode action : document.path("actions")) {
            advanceTo(zero, action.path("t").doubleValue());
            act(action);
            cluster.time().settle();
        }
        advanceTo(zero, document.path("observeFor").doubleValue());
        observer.capture(false);
        return observer.notes().stream().map(note -> entry(note, zero)).toList();
    }

    private static ObjectNode entry(Note note, Tick zero) {
        BigDecimal seconds =
                BigDecimal.valueOf(note.at().since(zero).toNanos(), 9).setScale(2, RoundingMode.HALF_EVEN);
        ObjectNode entry = Json.object().put("t", seconds.doubleValue());
        entry.setAll(note.entry());
        return entry;
    }

    private void advanceTo(Tick zero, double seconds) {
        Duration left = zero.plus(duration(seconds)).since(cluster.time().now());
        if (!left.isNegative()) {
            cluster.time().advance(left);
        }
    }

    private void prepare() {
        ObjectNode space = Json.object();
        space.putObject("metadata").put("name", namespace);
        must("POST", "/api/v1/namespaces", space);
        String account = "/api/v1/namespaces/%s/serviceaccounts/default".formatted(namespace);
        until(() -> exists(account), NAMESPACE_MAX, "default service account");
        for (JsonNode node : document.path("nodes")) {
            makeNode(node);
        }
        until(this::nodesAreCalm, CALM_MAX, "nodes become schedulable");
        for (JsonNode object : document.path("objects")) {
            String collection = COLLECTIONS.get(object.path("kind").asText());
            if (collection == null) {
                throw new PreparationException("setup: no path is known for kind " + object.path("kind"));
            }
            must("POST", collection.formatted(namespace), object);
        }
        if (!document.path("podsNotRun").asBoolean()) {
            until(this::podsRun, CALM_MAX, "pods run");
        }
        for (JsonNode action : document.path("before")) {
            act(action);
            cluster.time().advance(duration(action.path("wait").asDouble()));
        }
        cluster.time().advance(duration(document.path("settle").asDouble(SETTLE_SECONDS)));
    }

    private void makeNode(JsonNode entry) {
        serial++;
        String name = NodeManifest.name(entry);
        switch (entry.path("kubelet").asText()) {
            case "off" -> kubelets.silence(name);
            case "deaf" -> kubelets.deafen(name);
            default -> {
                // a kubelet like any other
            }
        }
        if (!entry.path("later").asBoolean()) {
            must("POST", "/api/v1/nodes", NodeManifest.of(entry, serial, now()));
        }
    }

    private boolean nodesAreCalm() {
        for (JsonNode entry : document.path("nodes")) {
            boolean special = entry.path("later").asBoolean()
                    || !entry.path("conditions").isEmpty()
                    || entry.path("noStatus").asBoolean();
            if (!special && !isCalm(NodeManifest.name(entry))) {
                return false;
            }
        }
        return true;
    }

    private boolean isCalm(String name) {
        var node = observer.node(name);
        if (node.isEmpty()) {
            return false;
        }
        for (JsonNode taint : node.get().path("spec").path("taints")) {
            if (taint.path("key").asText().equals("node.kubernetes.io/not-ready")) {
                return false;
            }
        }
        return true;
    }

    private boolean podsRun() {
        for (JsonNode object : document.path("objects")) {
            if (object.path("kind").asText().equals("Pod")) {
                var pod = observer.pod(object.path("metadata").path("name").asText());
                if (pod.isEmpty() || !PlayedKubelets.isReady(pod.get())) {
                    return false;
                }
            }
        }
        return true;
    }

    private void act(JsonNode action) {
        if (action.has("request")) {
            JsonNode request = action.path("request");
            String body = request.path("body").toString().replace("{{now}}", now());
            must(
                    request.path("method").asText(),
                    request.path("path").asText(),
                    request.path("contentType").asText(),
                    request.has("body") ? read(body) : MissingNode.INSTANCE);
        } else if (action.has("kubelet")) {
            action.path("kubelet")
                    .properties()
                    .forEach(order -> order.getValue().forEach(node -> command(order.getKey(), node.asText())));
        } else if (action.path("controllers").asText().equals("restart")) {
            cluster.restartControllers().run();
        }
    }

    private void command(String verb, String node) {
        switch (verb) {
            case "stop" -> kubelets.stop(node);
            case "resume" -> kubelets.resume(node);
            case "deafen" -> kubelets.deafen(node);
            default -> throw new PreparationException("no kubelet knows how to " + verb);
        }
    }

    private static JsonNode read(String json) {
        try {
            return Json.read(json.getBytes(StandardCharsets.UTF_8));
        } catch (JsonSyntaxException e) {
            throw new PreparationException("the body of an action is no JSON: " + e.getMessage());
        }
    }

    private void until(BooleanSupplier test, Duration most, String what) {
        Tick end = cluster.time().now().plus(most);
        cluster.time().settle();
        while (!test.getAsBoolean()) {
            if (cluster.time().now().isAfter(end)) {
                throw new PreparationException("setup: " + what);
            }
            cluster.time().advance(STEP);
        }
    }

    private boolean exists(String path) {
        ApiReply reply = cluster.endpoint().call(RestPath.request("GET", path, "", MissingNode.INSTANCE));
        return reply instanceof ApiReply.One;
    }

    private void must(String method, String path, JsonNode body) {
        must(method, path, "", body);
    }

    private void must(String method, String path, String contentType, JsonNode body) {
        ApiReply reply = cluster.endpoint().call(RestPath.request(method, path, contentType, body));
        if (reply instanceof ApiReply.Failure(Status status, var _)) {
            throw new PreparationException("%s %s: %d %s".formatted(method, path, status.code(), status.message()));
        }
    }

    private String now() {
        return PlayedKubelets.seconds(cluster.time().wall());
    }

    private static Duration duration(double seconds) {
        return Duration.ofNanos(Math.round(seconds * 1e9));
    }

    /// The differences between this recording and a play of it, as text; why it could not be played, if it
    /// could not.
    static List<String> problems(Cluster cluster, JsonNode document) {
        try {
            return new TimelineComparison(document).problems(new TimelineRun(cluster, document).play());
        } catch (PreparationException e) {
            return new ArrayList<>(List.of(String.valueOf(e.getMessage())));
        }
    }
}
