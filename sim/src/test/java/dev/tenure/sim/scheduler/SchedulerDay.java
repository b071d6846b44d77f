package dev.tenure.sim.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.client.ClusterClient;
import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.loop.SimulatedWorld.SimulatedLoop;
import dev.tenure.runtime.time.Tick;
import dev.tenure.scheduler.SchedulerLoop;
import dev.tenure.scheduler.config.SchedulerConfiguration;
import dev.tenure.sim.world.ClusterSettings;
import dev.tenure.sim.world.SimulatedCluster;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// A day in which pods come and go, nodes are tainted, cordoned, changed and lost, and the scheduler's
/// requests are late or lost, while it crashes now and then. Nobody but the scheduler places a pod.
///
/// What must hold: (1) a binding goes to a node that, when it was decided, kept the pod off by no taint,
/// cordon or label; (2) it overfills no node and clashes with no pod there; (3) no pod waits for long
/// while a node has room for it.
final class SchedulerDay {
    /// The longest backoff, cut to whole seconds, and a late binding before and behind it.
    private static final Duration WAIT_MAX =
            Duration.ofSeconds(11).plus(LateLoop.LATENESS_MAX).plus(LateLoop.LATENESS_MAX);

    /// A scheduler that has just begun may decide by lists that are late; they are asked for in two steps.
    private static final Duration LEARNING = LateLoop.LATENESS_MAX.multipliedBy(4);

    private static final String NAMESPACE = "default";
    private static final int NODES = 10;
    private static final int PODS_MAX = 60;
    private static final int STEP_SECONDS_MAX = 20;

    private final long seed;
    private final Random random;
    private final SimulatedCluster cluster;
    private final ClusterClient client;
    private final TroubledEndpoint way;
    private final Map<String, NodeHistory> nodes = new TreeMap<>();
    private final Map<String, Wish> wishes = new LinkedHashMap<>();
    private final Map<String, Tick> fittingSince = new HashMap<>();
    private @Nullable SimulatedLoop loop;
    private @Nullable LateLoop late;
    private @Nullable SchedulerLoop scheduler;
    private Tick startedAt = new Tick(0);
    private int podsMade;
    private int bound;
    private int failed;
    private int crashes;

    /// What the day brought.
    record Summary(int pods, int bound, int failed, int lost, int crashes) {}

    SchedulerDay(long seed) {
        this.seed = seed;
        random = new Random(seed);
        cluster = new SimulatedCluster(ClusterSettings.standard(seed, Semantics.DOCUMENTED));
        client = cluster.client();
        way = new TroubledEndpoint(cluster.endpoint(), random, this::bindingSeen);
        create(
                ResourceTypes.SERVICE_ACCOUNTS,
                Json.object().set("metadata", Json.object().put("name", "default")));
        for (int priority : new int[] {100, 1000}) {
            ObjectNode priorityClass = Json.object().put("value", priority);
            priorityClass.putObject("metadata").put("name", "p" + priority);
            create(ResourceTypes.PRIORITY_CLASSES, priorityClass);
        }
        for (int i = 0; i < NODES; i++) {
            addNode("node-" + i);
        }
        startScheduler();
    }

    Summary run(Duration length) {
        Tick end = now().plus(length);
        while (end.isAfter(now())) {
            act();
            cluster.settle();
            nobodyIsForgotten();
            cluster.advance(Duration.ofMillis(1 + random.nextLong(STEP_SECONDS_MAX * 1_000L)));
            nobodyIsForgotten();
        }
        return new Summary(podsMade, bound, failed, way.lost(), crashes);
    }

    private Tick now() {
        return cluster.world().now();
    }

    private void startScheduler() {
        SimulatedLoop started = cluster.world().loop("scheduler");
        loop = started;
        late = new LateLoop(started, random);
        var to = new ClusterClient(
                way, Caller.component("system:kube-scheduler", List.of(Caller.SYSTEM_MASTERS), "kube-scheduler"));
        var configuration = SchedulerConfiguration.standard(new Random(random.nextLong()));
        var begun = new SchedulerLoop(late, to, configuration, new PrometheusRegistry(), "day");
        begun.start();
        scheduler = begun;
        startedAt = now();
        fittingSince.clear();
    }

    // ---- what happens

    private void act() {
        reap();
        int dice = random.nextInt(100);
        if (dice < 40) {
            makePod();
        } else if (dice < 55) {
            deletePod();
        } else if (dice < 70) {
            changeNode(this::retainted);
        } else if (dice < 78) {
            changeNode(state -> new NodeHistory.State(
                    state.name(), state.zone(), state.milliCpu(), !state.cordoned(), state.taints()));
        } else if (dice < 82) {
            changeNode(state ->
                    new NodeHistory.State(state.name(), state.zone(), cpu(), state.cordoned(), state.taints()));
        } else if (dice < 85) {
            changeNode(state ->
                    new NodeHistory.State(state.name(), zone(), state.milliCpu(), state.cordoned(), state.taints()));
        } else if (dice < 90) {
            loseOrReturnNode();
        } else if (dice < 98) {
            changePod();
        } else {
            crash();
        }
    }

    private int cpu() {
        return 1_000 * (2 + random.nextInt(4));
    }

    private String zone() {
        return "zone-" + random.nextInt(3);
    }

    private NodeHistory.State retainted(NodeHistory.State state) {
        var taints = new TreeMap<>(state.taints());
        String key = random.nextBoolean() ? "a" : "b";
        if (taints.remove(key) == null) {
            taints.put(
                    key, List.of("NoSchedule", "NoExecute", "PreferNoSchedule").get(random.nextInt(3)));
        }
        return new NodeHistory.State(state.name(), state.zone(), state.milliCpu(), state.cordoned(), taints);
    }

    private void addNode(String name) {
        var state = new NodeHistory.State(name, zone(), cpu(), false, Map.of());
        create(ResourceTypes.NODES, state.manifest());
        nodes.computeIfAbsent(name, key -> new NodeHistory()).now(now(), Optional.of(state));
        changeNode(name, retainted -> retainted);
    }

    private void changeNode(UnaryOperator<NodeHistory.State> change) {
        changeNode("node-" + random.nextInt(NODES), change);
    }

    private void changeNode(String name, UnaryOperator<NodeHistory.State> change) {
        NodeHistory history = nodes.get(name);
        Optional<NodeHistory.State> old = history == null ? Optional.empty() : history.latest();
        if (history == null || old.isEmpty()) {
            return;
        }
        NodeHistory.State state = change.apply(old.get());
        ObjectNode manifest = state.manifest();
        ObjectNode spec = manifest.withObjectProperty("spec");
        if (state.taints().isEmpty()) {
            spec.putNull("taints");
        }
        spec.put("unschedulable", state.cordoned());
        patch(ResourceTypes.NODES, "", name, "", manifest);
        history.now(now(), Optional.of(state));
        patch(ResourceTypes.NODES, "", name, "status", manifest);
        history.now(now(), Optional.of(state));
    }

    private void loseOrReturnNode() {
        String name = "node-" + random.nextInt(NODES);
        NodeHistory history = nodes.get(name);
        if (history == null || history.latest().isEmpty()) {
            addNode(name);
        } else {
            client.delete(ResourceTypes.NODES, "", name, Document.of(Json.object()));
            history.now(now(), Optional.empty());
        }
    }

    private void makePod() {
        if (wishes.size() >= PODS_MAX) {
            return;
        }
        Wish wish = Wish.random("pod-" + podsMade++, random);
        wishes.put(wish.name(), wish);
        create(ResourceTypes.PODS, wish.manifest());
    }

    private void deletePod() {
        if (wishes.isEmpty()) {
            return;
        }
        String name = List.copyOf(wishes.keySet()).get(random.nextInt(wishes.size()));
        delete(name, random.nextBoolean() ? 0 : 30);
    }

    private void delete(String name, int graceSeconds) {
        client.delete(
                ResourceTypes.PODS,
                NAMESPACE,
                name,
                Document.of(Json.object().put("gracePeriodSeconds", graceSeconds)));
        if (client.get(ResourceTypes.PODS, NAMESPACE, name) instanceof ApiReply.Failure) {
            wishes.remove(name);
            fittingSince.remove(name);
        }
    }

    /// Does what kubelets and the collector of pods do: pods that were told to go are gone some time
    /// later, and so are those of lost nodes.
    private void reap() {
        for (Pod pod : pods()) {
            NodeHistory history = nodes.get(pod.spec().nodeName());
            boolean orphaned = history != null && history.latest().isEmpty();
            if ((pod.meta().deleting() || orphaned) && random.nextInt(3) == 0) {
                delete(pod.meta().name(), 0);
            }
        }
    }

    private void changePod() {
        List<Wish> waiting = pods().stream()
                .filter(pod -> pod.spec().nodeName().isEmpty())
                .map(this::wish)
                .toList();
        if (waiting.isEmpty()) {
            return;
        }
        Wish wish = waiting.get(random.nextInt(waiting.size()));
        Wish changed = wish.gated() ? wish.ungated() : wish.tolerating(random.nextBoolean() ? "a" : "b");
        ApiReply got = client.get(ResourceTypes.PODS, NAMESPACE, wish.name());
        if (!(got instanceof ApiReply.One(var _, StoredObject stored, var _))) {
            return;
        }
        ObjectNode pod = Json.readObject(stored.json());
        ObjectNode spec = (ObjectNode) pod.path("spec");
        if (wish.gated()) {
            spec.remove("schedulingGates");
        } else if (changed.tolerated().size() > wish.tolerated().size()) {
            var all = spec.withArrayProperty("tolerations");
            for (String key : changed.tolerated()) {
                if (!wish.tolerated().contains(key)) {
                    all.addObject().put("key", key).put("operator", "Exists");
                }
            }
        }
        ApiReply reply = client.update(ResourceTypes.PODS, NAMESPACE, wish.name(), Document.of(pod));
        assertThat(reply).as("change of %s, seed %d", wish, seed).isNotInstanceOf(ApiReply.Failure.class);
        wishes.put(wish.name(), changed);
    }

    private void crash() {
        crashes++;
        if (loop != null) {
            loop.crash();
        }
        startScheduler();
    }

    // ---- what must hold

    private void bindingSeen(ApiRequest request, boolean done) {
        String name = request.target().name();
        fittingSince.remove(name);
        if (!done) {
            failed++;
            return;
        }
        bound++;
        Pod pod = pods().stream()
                .filter(one -> one.meta().name().equals(name))
                .findFirst()
                .orElseThrow();
        Wish wish = wish(pod);
        String node = pod.spec().nodeName();
        NodeHistory history = nodes.get(node);
        Tick decided = late == null ? now() : late.decided();
        String what = "seed %d, %s: %s onto %s, decided %s, now %s".formatted(seed, name, wish, node, decided, now());
        assertThat(history).as("bound to a node that never was: " + what).isNotNull();
        if (history == null) {
            return;
        }
        Tick known = decided.since(startedAt).compareTo(LEARNING) < 0 ? startedAt : decided;
        assertThat(history.between(known, decided).anyMatch(state -> !state.keepsOff(wish)))
                .as("kept off when it was decided: " + what)
                .isTrue();
        List<Wish> there = on(node);
        assertThat(history.between(known, now()).anyMatch(state -> state.holds(there)))
                .as("overfilled: " + what + " with " + there)
                .isTrue();
        assertThat(there.stream().filter(other -> !other.name().equals(name)).noneMatch(wish::clashesWith))
                .as("clashes: " + what + " with " + there)
                .isTrue();
    }

    private List<Wish> on(String node) {
        return pods().stream()
                .filter(pod -> pod.spec().nodeName().equals(node))
                .map(this::wish)
                .toList();
    }

    private void nobodyIsForgotten() {
        Map<String, List<Wish>> byNode = new HashMap<>();
        var waiting = new ArrayList<Pod>();
        var nominated = new ArrayList<Pod>();
        for (Pod pod : pods()) {
            if (!pod.spec().nodeName().isEmpty()) {
                byNode.computeIfAbsent(pod.spec().nodeName(), key -> new ArrayList<>())
                        .add(wish(pod));
            } else if (!pod.meta().deleting()) {
                if (pod.spec().schedulingGates().isEmpty()) {
                    waiting.add(pod);
                }
                if (!pod.status().nominatedNodeName().isEmpty()) {
                    nominated.add(pod);
                }
            }
        }
        for (Pod pod : waiting) {
            Optional<String> node = nodeFor(wish(pod), byNode, nominated);
            if (node.isEmpty()) {
                fittingSince.remove(pod.meta().name());
                continue;
            }
            Tick since = fittingSince.computeIfAbsent(pod.meta().name(), key -> now());
            if (now().since(since).compareTo(WAIT_MAX) > 0) {
                throw new AssertionError("seed %d: %s waits although %s has room since %s, at %s; %s"
                        .formatted(seed, wish(pod), node.get(), since, now(), text(pod)));
            }
        }
    }

    /// What the scheduler says of a pod.
    private String text(Pod pod) {
        return scheduler == null
                ? "no scheduler"
                : String.valueOf(
                        scheduler.page(List.of("pods", NAMESPACE, pod.meta().name())));
    }

    private Optional<String> nodeFor(Wish wish, Map<String, List<Wish>> byNode, List<Pod> nominated) {
        for (Map.Entry<String, NodeHistory> entry : nodes.entrySet()) {
            Optional<NodeHistory.State> state = entry.getValue().latest();
            var there = new ArrayList<>(byNode.getOrDefault(entry.getKey(), List.of()));
            nominated.stream()
                    .filter(pod -> pod.status().nominatedNodeName().equals(entry.getKey()))
                    .map(this::wish)
                    .filter(other -> !other.name().equals(wish.name()) && other.priority() >= wish.priority())
                    .forEach(there::add);
            if (state.isPresent()
                    && !state.get().keepsOff(wish)
                    && there.stream().noneMatch(wish::clashesWith)) {
                there.add(wish);
                if (state.get().holds(there)) {
                    return Optional.of(entry.getKey());
                }
            }
        }
        return Optional.empty();
    }

    // ---- the API

    private List<Pod> pods() {
        return client.list(ResourceTypes.PODS, NAMESPACE, Map.of()) instanceof ApiReply.Many many
                ? many.items().stream().map(stored -> stored.view(Pod.class)).toList()
                : List.of();
    }

    private Wish wish(Pod pod) {
        Wish wish = wishes.get(pod.meta().name());
        if (wish == null) {
            throw new IllegalStateException("nobody wished for " + pod.meta().name());
        }
        return wish;
    }

    private void create(ResourceType type, ObjectNode object) {
        ApiReply reply = client.create(type, type.namespaced() ? NAMESPACE : "", Document.of(object));
        assertThat(reply).as("creation of %s", object).isNotInstanceOf(ApiReply.Failure.class);
    }

    private void patch(ResourceType type, String namespace, String name, String subresource, ObjectNode patch) {
        ApiReply reply =
                client.patch(type, namespace, name, subresource, new Body(Body.MERGE_PATCH, Json.write(patch)));
        assertThat(reply).as("patch %s", patch).isNotInstanceOf(ApiReply.Failure.class);
    }
}
