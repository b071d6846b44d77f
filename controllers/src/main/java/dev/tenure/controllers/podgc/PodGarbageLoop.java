package dev.tenure.controllers.podgc;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.ConditionPatch;
import dev.tenure.client.Deletion;
import dev.tenure.client.informer.ControllerContext;
import dev.tenure.client.informer.Informer;
import dev.tenure.client.informer.InformerHandler;
import dev.tenure.controllers.podgc.PodGarbageRule.Garbage;
import dev.tenure.controllers.podgc.PodGarbageRule.Reason;
import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.PodPhase;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.rules.pod.PodRule;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.Outcome;
import dev.tenure.runtime.time.Tick;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// The shell of pod garbage collection: looks at all pods every 20 s. A node must have been missing for 40 s,
/// and be missing in the API too, before its pods count as orphans; one that comes back meanwhile is not
/// missing any more, whereas upstream counts on from the first time. Every method runs on its loop.
public final class PodGarbageLoop {
    /// The name of the controller and of its flag.
    public static final String NAME = "pod-garbage-collector-controller";

    /// How many pods that have ended may stay, unless a flag says otherwise.
    public static final int TERMINATED_MAX = 12_500;

    private static final Duration PERIOD = Duration.ofSeconds(20);
    private static final Duration QUARANTINE = Duration.ofSeconds(40);

    private final EventLoop loop;
    private final ClusterClient client;
    private final int terminatedMax;
    private final Metrics metrics;
    private final Informer pods;
    private final Informer nodes;
    private final Set<String> present = new HashSet<>();
    private final Map<String, Tick> missingSince = new HashMap<>();
    private final PodsCache standing;
    private final RetentionKeeper retention;
    private boolean begun;
    /// Whether a pod may name a node that is not there.
    private boolean someMissing = true;

    /// What pod garbage collection counts, under upstream's names.
    public static final class Metrics {
        private final Counter deleted;
        private final Counter failed;

        public Metrics(PrometheusRegistry registry) {
            deleted = counter(
                    registry, "pod_gc_collector_force_delete_pods_total", "Pods that were to be removed as garbage.");
            failed = counter(
                    registry, "pod_gc_collector_force_delete_pod_errors_total", "Pods that could not be removed.");
        }

        private static Counter counter(PrometheusRegistry registry, String name, String help) {
            return Counter.builder()
                    .name(name)
                    .help(help)
                    .labelNames("namespace", "reason")
                    .register(registry);
        }
    }

    /// @param terminatedMax how many pods that have ended may stay; 0 or less for all
    public PodGarbageLoop(ControllerContext context, int terminatedMax, Metrics metrics) {
        this.loop = context.loop();
        this.client = context.client();
        this.terminatedMax = terminatedMax;
        this.metrics = metrics;
        this.pods = context.informers().all(ResourceTypes.PODS, new PodChanges());
        this.standing = new PodsCache(pods);
        this.retention = new RetentionKeeper(context, NAME, this::retained);
        this.nodes = context.informers().all(ResourceTypes.NODES, new NodeChanges());
    }

    /// Begins to work; to be called on the loop, once.
    public void start() {
        pods.start();
        nodes.start();
        retention.start();
    }

    private void collect() {
        loop.alarm(NAME, loop.time().now().plus(PERIOD), this::collect);
        retention.look(standing::ended);
        Set<String> candidates = quarantined();
        if (candidates.isEmpty()) {
            remove(Set.of());
        } else {
            loop.work("confirm-nodes", () -> confirm(candidates), outcome -> {
                if (outcome instanceof Outcome.Done<Set<String>>(Set<String> gone)) {
                    remove(gone);
                }
            });
        }
    }

    /// Nodes that pods name and that have been missing for long enough.
    private Set<String> quarantined() {
        if (!someMissing) {
            return Set.of();
        }
        Tick now = loop.time().now();
        var missing = new HashSet<String>();
        for (String node : standing.nodes()) {
            if (!present.contains(node)) {
                missing.add(node);
            }
        }
        someMissing = !missing.isEmpty();
        missingSince.keySet().retainAll(missing);
        missing.forEach(node -> missingSince.putIfAbsent(node, now));
        var overdue = new HashSet<String>();
        missingSince.forEach((node, since) -> {
            if (!since.plus(QUARANTINE).isAfter(now)) {
                overdue.add(node);
            }
        });
        return overdue;
    }

    private Set<String> confirm(Set<String> candidates) {
        var gone = new HashSet<String>();
        for (String node : candidates) {
            if (client.get(ResourceTypes.NODES, "", node).isNotFound()) {
                gone.add(node);
            }
        }
        return gone;
    }

    private void remove(Set<String> gone) {
        List<Pod> candidates = standing.candidates(gone);
        var nodeViews = new HashMap<String, Node>();
        for (Pod pod : candidates) {
            String name = pod.spec().nodeName();
            nodes.get(ResourceTypes.NODES.key("", name)).ifPresent(node -> nodeViews.put(name, node.view(Node.class)));
        }
        List<Garbage> garbage =
                PodGarbageRule.collect(new PodGarbageRule.View(candidates, nodeViews, gone, terminatedMax));
        Instant now = loop.time().wall();
        for (Garbage item : garbage) {
            loop.work("remove-pod", () -> remove(item, now), outcome -> count(item, outcome));
        }
    }

    /// No retention keeps the pod any longer.
    private void retained(Pod pod, Consumer<Boolean> done) {
        var item = new Garbage(pod, Reason.RETENTION);
        Instant now = loop.time().wall();
        loop.work("remove-pod", () -> remove(item, now), outcome -> done.accept(count(item, outcome)));
    }

    private boolean remove(Garbage garbage, Instant now) {
        Pod pod = garbage.pod();
        if (!PodRule.terminal(pod)) {
            ApiReply patched = client.patch(
                    ResourceTypes.PODS,
                    pod.meta().namespace(),
                    pod.meta().name(),
                    "status",
                    new Body(Body.STRATEGIC_MERGE_PATCH, Document.of(failedStatus(garbage, now))));
            if (patched instanceof ApiReply.Failure(var status, var _)) {
                return status.isNotFound();
            }
        }
        ApiReply reply = client.delete(
                ResourceTypes.PODS,
                pod.meta().namespace(),
                pod.meta().name(),
                Deletion.of(pod.meta().uid()).atOnce());
        return reply.succeededOrGone();
    }

    private static ObjectNode failedStatus(Garbage garbage, Instant now) {
        Pod pod = garbage.pod();
        ObjectNode patch = Json.object();
        patch.putObject("metadata").put("uid", pod.meta().uid());
        ObjectNode status = patch.putObject("status").put("phase", PodPhase.FAILED.word());
        if (pod.meta().generation() > 0) {
            status.put("observedGeneration", pod.meta().generation());
        }
        if (garbage.reason() == Reason.ORPHANED) {
            var target = new Condition(
                    Pod.DISRUPTION_TARGET,
                    Condition.Truth.TRUE,
                    "DeletionByPodGC",
                    "PodGC: node no longer exists",
                    now,
                    Instant.EPOCH,
                    pod.meta().generation());
            ConditionPatch.put(status, pod.status().conditions(), target);
        }
        return patch;
    }

    /// A removal that failed counts in both, as upstream's.
    ///
    /// @return whether it is done
    private boolean count(Garbage garbage, Outcome<Boolean> outcome) {
        boolean done = outcome instanceof Outcome.Done<Boolean>(Boolean value) && value;
        String namespace = garbage.pod().meta().namespace();
        metrics.deleted.labelValues(namespace, garbage.reason().word()).inc();
        if (!done) {
            metrics.failed.labelValues(namespace, garbage.reason().word()).inc();
        }
        return done;
    }

    private void beginWhenSynced() {
        if (!begun && pods.hasSynced() && nodes.hasSynced()) {
            begun = true;
            collect();
        }
    }

    private final class NodeChanges implements InformerHandler {
        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            if (before.isEmpty()) {
                present.add(after.key().name());
                missingSince.remove(after.key().name());
            }
        }

        @Override
        public void deleted(StoredObject last) {
            present.remove(last.key().name());
            someMissing = true;
        }

        @Override
        public void synced() {
            beginWhenSynced();
        }
    }

    private final class PodChanges implements InformerHandler {
        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            standing.put(after);
            if (PodRule.terminal(after.view(Pod.class))) {
                retention.ended(after.view(Pod.class));
            }
            String node = after.view(Pod.class).spec().nodeName();
            someMissing |= !node.isEmpty() && !present.contains(node);
        }

        @Override
        public void deleted(StoredObject last) {
            standing.remove(last);
        }

        @Override
        public void synced() {
            beginWhenSynced();
        }
    }
}
