package dev.tenure.bench.scale;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.informer.ControllerContext;
import dev.tenure.controllers.tainteviction.TaintEvictionLoop;
import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.launch.memory.HeapCare;
import dev.tenure.launch.memory.Visits;
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
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.Outcome;
import dev.tenure.runtime.loop.PassingLoop;
import dev.tenure.runtime.loop.ThreadedLoop;
import dev.tenure.runtime.loop.WakeUp;
import dev.tenure.runtime.observe.LoggedFaults;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.view.Views;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/// How late the taint-eviction controller takes up evictions whose `tolerationSeconds` end within one second,
/// against a cluster that answers at once: nodes are tainted one after the other during a second. An eviction
/// is decided when the controller's loop hands it to a worker, and begun when the worker asks for the pod.
/// Round 0 is of 20 nodes only: it loads the classes. The heap is looked after as a server's is. Arguments:
/// nodes, pods a node.
public final class DeadlineBench implements ApiEndpoint {
    private static final int WORKERS = 256;
    /// Of nodes and of pods; the third, of records, ends once it has read what there is.
    private static final int INFORMERS = 2;

    private static final int ROUNDS = 4;
    private static final int FIRST_NODES = 20;
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
    private final long[] begun;
    private final AtomicInteger count = new AtomicInteger();
    private final AtomicInteger informed = new AtomicInteger();
    private final WakeUp all = new WakeUp();

    private DeadlineBench(int nodes, int podsPerNode) {
        this.nodes = nodes;
        this.podsPerNode = podsPerNode;
        this.tainted = new long[nodes];
        this.decided = new long[nodes * podsPerNode];
        this.begun = new long[nodes * podsPerNode];
        for (int i = 0; i < nodes; i++) {
            freeNodes.add(node(i, false));
        }
        for (int i = 0; i < nodes * podsPerNode; i++) {
            pods.add(pod(i));
            numbers.put("pod-" + i, i);
        }
    }

    /// Prints one JSON object a round.
    public static void main(String[] args) throws InterruptedException {
        int nodes = args.length > 0 ? Integer.parseInt(args[0]) : 1_000;
        int podsPerNode = args.length > 1 ? Integer.parseInt(args[1]) : 100;
        HeapCare.start(Visits.NONE);
        new DeadlineBench(Math.min(FIRST_NODES, nodes), podsPerNode).run(0);
        for (int round = 1; round <= ROUNDS; round++) {
            new DeadlineBench(nodes, podsPerNode).run(round);
        }
    }

    private void run(int round) throws InterruptedException {
        var client = new ClusterClient(this, Caller.component("bench", List.of(), "tenure-bench"));
        try (var loop = new ThreadedLoop("bench", time, WORKERS, new LoggedFaults())) {
            var controller = new TaintEvictionLoop(
                    ControllerContext.alone(new Watched(loop), client),
                    new TaintEvictionLoop.Configuration(Semantics.DOCUMENTED, false),
                    TaintEvictionLoop.Metrics.in(new PrometheusRegistry()));
            loop.post("start", controller::start);
            while (informed.get() < INFORMERS) {
                new WakeUp().await(Duration.ofMillis(50));
            }
            long start = time.now().nanos();
            for (int i = 0; i < nodes; i++) {
                long ahead = start + i * NANOS_PER_SECOND / nodes - time.now().nanos();
                if (ahead > 0) {
                    new WakeUp().await(Duration.ofNanos(ahead));
                }
                tainted[i] = time.now().nanos();
                nodeEvents.put(new WatchEvent.Modified(node(i, true)));
            }
            all.await(Duration.ofSeconds(60));
        }
        print(round);
    }

    private void print(int round) {
        long[] due = new long[decided.length];
        for (int i = 0; i < due.length; i++) {
            due[i] = tainted[i / podsPerNode] + TOLERATION_SECONDS * NANOS_PER_SECOND;
        }
        ObjectNode result = Json.object()
                .put("bench", "deadlines")
                .put("deadlines", due.length)
                .put("begun", count.get())
                .put("round", round);
        summarise(result.putObject("decided_late_ms"), due, decided);
        summarise(result.putObject("begun_late_ms"), due, begun);
        System.out.println(result);
    }

    /// Deadlines are taken up in their order, so the first moment belongs to the first of them.
    private static void summarise(ObjectNode summary, long[] due, long[] moments) {
        long[] sorted = moments.clone();
        Arrays.sort(sorted);
        long[] late = new long[due.length];
        for (int i = 0; i < late.length; i++) {
            late[i] = sorted[i] - due[i];
        }
        Arrays.sort(late);
        summary.put("p50", late[late.length / 2] / NANOS_PER_MILLI)
                .put("p99", late[late.length * 99 / 100] / NANOS_PER_MILLI)
                .put("max", late[late.length - 1] / NANOS_PER_MILLI);
    }

    /// The controller's loop, with a note of when it hands out evictions.
    private final class Watched extends PassingLoop {
        private int evictions;

        Watched(EventLoop loop) {
            super(loop);
        }

        @Override
        public <T> void work(String name, Callable<T> blocking, Consumer<Outcome<T>> done) {
            if (name.equals("evict") && evictions < decided.length) {
                decided[evictions++] = time.now().nanos();
            }
            super.work(name, blocking, done);
        }
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
        if (request.verb() == Verb.GET && begun[number] == 0) {
            begun[number] = time.now().nanos();
            if (count.incrementAndGet() == begun.length) {
                all.raise();
            }
        }
        return request.verb() == Verb.DELETE
                ? new ApiReply.Failure(new Status(404, "NotFound", "gone", Optional.empty()), List.of())
                : new ApiReply.One(200, pods.get(number), List.of());
    }

    @Override
    public WatchReply watch(ApiRequest request) {
        String resource = request.target().resource();
        return new WatchReply.Started(
                ResourceTypes.PODS,
                new Cursor(
                        resource.equals("nodes") ? nodeEvents : new Mailbox<>(1),
                        resource.equals("configmaps") ? new AtomicInteger() : informed));
    }

    private record Cursor(Mailbox<WatchEvent> events, AtomicInteger informed) implements WatchCursor {
        @Override
        public List<WatchEvent> poll(int max) {
            return events.take(max);
        }

        @Override
        public void onReady(Runnable signal) {
            informed.incrementAndGet();
            events.onReady(signal);
        }

        @Override
        public void close() {
            events.close();
        }
    }
}
