package dev.tenure.bench.scale;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tenure.client.ClusterClient;
import dev.tenure.controllers.tainteviction.EvictionMetrics;
import dev.tenure.controllers.tainteviction.Semantics;
import dev.tenure.controllers.tainteviction.TaintEvictionLoop;
import dev.tenure.model.meta.ApiEndpoint;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ApiRequest.Verb;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.Status;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.model.meta.WatchCursor;
import dev.tenure.model.meta.WatchEvent;
import dev.tenure.model.meta.WatchReply;
import dev.tenure.runtime.io.Mailbox;
import dev.tenure.runtime.loop.Signal;
import dev.tenure.runtime.loop.ThreadedLoop;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.view.Views;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/// How late the taint-eviction controller takes up evictions whose `tolerationSeconds` end within one second, against a
/// cluster that answers at once: nodes are tainted one after the other during a second, and an eviction counts as
/// decided when the controller first asks for its pod. Arguments: nodes, pods a node.
public final class DeadlineBench implements ApiEndpoint {
    private static final int WORKERS = 256;
    private static final int TOLERATION_SECONDS = 5;
    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final double NANOS_PER_MILLI = 1e6;

    private final SystemTime time = new SystemTime();
    private final int nodes;
    private final int podsPerNode;
    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<StoredObject> pods = new ArrayList<>();
    private final List<StoredObject> freeNodes = new ArrayList<>();
    private final Mailbox<WatchEvent> nodeEvents = new Mailbox<>(10_000);
    private final long[] tainted;
    private final long[] decided;
    private final AtomicInteger count = new AtomicInteger();
    private final Signal all = new Signal();

    private DeadlineBench(int nodes, int podsPerNode) {
        this.nodes = nodes;
        this.podsPerNode = podsPerNode;
        this.tainted = new long[nodes];
        this.decided = new long[nodes * podsPerNode];
        for (int i = 0; i < nodes; i++) {
            freeNodes.add(node(i, false));
        }
        for (int i = 0; i < nodes * podsPerNode; i++) {
            pods.add(pod(i));
            numbers.put("pod-" + i, i);
        }
    }

    /// Prints one JSON object.
    public static void main(String[] args) throws InterruptedException {
        int nodes = args.length > 0 ? Integer.parseInt(args[0]) : 1_000;
        int podsPerNode = args.length > 1 ? Integer.parseInt(args[1]) : 100;
        new DeadlineBench(nodes, podsPerNode).run();
    }

    private void run() throws InterruptedException {
        var client = new ClusterClient(this, Caller.component("bench", List.of(), "tenure-bench"));
        try (var loop = new ThreadedLoop("bench", time, WORKERS, (_, cause) -> cause.printStackTrace())) {
            var controller = new TaintEvictionLoop(
                    loop,
                    client,
                    new TaintEvictionLoop.Configuration(Semantics.DOCUMENTED, false),
                    new EvictionMetrics(new PrometheusRegistry()));
            loop.post("start", controller::start);
            new Signal().await(Duration.ofSeconds(2));
            long start = time.now().nanos();
            for (int i = 0; i < nodes; i++) {
                long ahead = start + i * NANOS_PER_SECOND / nodes - time.now().nanos();
                if (ahead > 0) {
                    new Signal().await(Duration.ofNanos(ahead));
                }
                tainted[i] = time.now().nanos();
                nodeEvents.put(new WatchEvent.Modified(node(i, true)));
            }
            all.await(Duration.ofSeconds(60));
        }
        print();
    }

    private void print() {
        long[] late = new long[decided.length];
        for (int i = 0; i < late.length; i++) {
            long due = tainted[i / podsPerNode] + TOLERATION_SECONDS * NANOS_PER_SECOND;
            late[i] = decided[i] == 0 ? Long.MAX_VALUE : decided[i] - due;
        }
        Arrays.sort(late);
        ObjectNode result = Json.object()
                .put("bench", "deadlines")
                .put("deadlines", late.length)
                .put("decided", count.get());
        result.putObject("late_ms")
                .put("min", late[0] / NANOS_PER_MILLI)
                .put("p50", late[late.length / 2] / NANOS_PER_MILLI)
                .put("p99", late[late.length * 99 / 100] / NANOS_PER_MILLI)
                .put("max", late[late.length - 1] / NANOS_PER_MILLI);
        System.out.println(result);
    }

    private StoredObject node(int number, boolean taint) {
        ObjectNode node = Json.object().put("apiVersion", "v1").put("kind", "Node");
        node.putObject("metadata").put("name", "node-" + number).put("uid", "node-uid-" + number);
        if (taint) {
            node.putObject("spec")
                    .putArray("taints")
                    .addObject()
                    .put("key", "bench")
                    .put("effect", "NoExecute");
        }
        return stored(ResourceTypes.NODES, "", "node-" + number, node, taint ? 2 : 1);
    }

    private StoredObject pod(int number) {
        ObjectNode pod = Json.object().put("apiVersion", "v1").put("kind", "Pod");
        pod.putObject("metadata")
                .put("namespace", "default")
                .put("name", "pod-" + number)
                .put("uid", "pod-uid-" + number);
        ObjectNode spec = pod.putObject("spec").put("nodeName", "node-" + number / podsPerNode);
        spec.putArray("tolerations")
                .addObject()
                .put("key", "bench")
                .put("operator", "Exists")
                .put("effect", "NoExecute")
                .put("tolerationSeconds", TOLERATION_SECONDS);
        return stored(ResourceTypes.PODS, "default", "pod-" + number, pod, 1);
    }

    private static StoredObject stored(
            ResourceType type, String namespace, String name, ObjectNode tree, long revision) {
        var header = new StoredObject.Header(
                type.key(namespace, name),
                tree.path("metadata").path("uid").asText(),
                Map.of(),
                List.of(),
                Map.of(),
                false);
        return new StoredObject(header, Json.write(tree), revision, Views.reader(type));
    }

    @Override
    public ApiReply call(ApiRequest request) {
        boolean ofPods = request.target().resource().equals("pods");
        if (request.verb() == Verb.LIST) {
            List<StoredObject> items =
                    ofPods ? pods : request.target().resource().equals("nodes") ? freeNodes : List.of();
            return new ApiReply.Many(ResourceTypes.PODS, 1, items, Optional.empty(), Optional.empty(), List.of());
        }
        Integer number = ofPods ? numbers.get(request.target().name()) : null;
        if (number == null) {
            return new ApiReply.One(201, freeNodes.getFirst(), List.of());
        }
        if (request.verb() == Verb.GET && decided[number] == 0) {
            decided[number] = time.now().nanos();
            if (count.incrementAndGet() == decided.length) {
                all.raise();
            }
        }
        return request.verb() == Verb.DELETE
                ? new ApiReply.Failure(new Status(404, "NotFound", "gone", Optional.empty()), List.of())
                : new ApiReply.One(200, pods.get(number), List.of());
    }

    @Override
    public WatchReply watch(ApiRequest request) {
        boolean ofNodes = request.target().resource().equals("nodes");
        return new WatchReply.Started(ResourceTypes.PODS, new Cursor(ofNodes ? nodeEvents : new Mailbox<>(1)));
    }

    private record Cursor(Mailbox<WatchEvent> events) implements WatchCursor {
        @Override
        public List<WatchEvent> poll(int max) {
            return events.take(max);
        }

        @Override
        public void onReady(Runnable signal) {
            events.onReady(signal);
        }

        @Override
        public void close() {
            events.close();
        }
    }
}
