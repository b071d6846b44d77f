package dev.tenure.controllers.nodereadiness;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.events.EventRecorder;
import dev.tenure.client.events.InvolvedObject;
import dev.tenure.controllers.nodereadiness.RuleStatusShape.Standing;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.Frozen;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.Outcome;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Tells in the status of each rule how its nodes stand, or what it would do; at most once a second, and only
/// what has changed. A write that fails is tried with the next look. Confined to its loop.
final class RuleStatusKeeper {
    private static final String ALARM = "rule-statuses";
    private static final Duration EVERY = Duration.ofSeconds(1);
    private static final String DRY_RUN = "dryRunResults";
    private static final List<String> FIELDS =
            List.of("observedGeneration", "appliedNodes", "failedNodes", "nodeEvaluations", DRY_RUN);

    private final EventLoop loop;
    private final ClusterClient client;
    private final EventRecorder events;
    private final ReadinessMetrics metrics;
    private final Sources sources;
    private final Set<String> writing = new HashSet<>();
    /// The rules of which it was told that their limits hold.
    private final Set<String> holding = new HashSet<>();
    /// The rules that may stand otherwise.
    private final Set<String> changed = new HashSet<>();

    /// What it looks at.
    ///
    /// @param rules as they stand in the API
    /// @param pods all of them; asked for dry runs of NoExecute only
    record Sources(
            ReadinessState state,
            Supplier<Collection<StoredObject>> rules,
            Supplier<Stream<Node>> nodes,
            Supplier<Stream<Pod>> pods) {}

    RuleStatusKeeper(
            EventLoop loop, ClusterClient client, EventRecorder events, ReadinessMetrics metrics, Sources sources) {
        this.loop = loop;
        this.client = client;
        this.events = events;
        this.metrics = metrics;
        this.sources = sources;
    }

    /// A rule may stand otherwise.
    void changed(String rule) {
        if (changed.isEmpty()) {
            loop.alarm(ALARM, loop.time().now().plus(EVERY), this::tell);
        }
        changed.add(rule);
    }

    /// A rule is gone.
    void gone(String rule) {
        changed.remove(rule);
        holding.remove(rule);
        metrics.forget(rule);
        metrics.rulesAre(sources.state().rules().size());
    }

    private void tell() {
        Set<String> now = Frozen.set(changed);
        changed.clear();
        metrics.rulesAre(sources.state().rules().size());
        List<Node> nodes = sources.nodes().get().toList();
        for (StoredObject stored : List.copyOf(sources.rules().get())) {
            if (now.contains(stored.key().name())) {
                sources.state().rule(stored.key().name()).ifPresent(rule -> tell(stored, rule, nodes));
            }
        }
    }

    private void tell(StoredObject stored, NodeReadinessRule rule, List<Node> nodes) {
        List<Node> about = nodes.stream().filter(rule::isAbout).toList();
        List<Node> held = rule.inForce() ? sources.state().heldBack(rule) : List.of();
        if (rule.inForce()) {
            int tainted = (int) about.stream().filter(rule::taints).count();
            metrics.nodesAre(rule, about.size() - tainted, tainted);
        }
        tellOfLimit(stored, rule, held);
        JsonNode before = Json.readObject(stored.json()).path("status");
        Instant now = loop.time().wall().truncatedTo(ChronoUnit.SECONDS);
        ObjectNode wanted =
                RuleStatusShape.status(new Standing(rule, about, sources.state().applied(rule), held), before, now);
        if (rule.dryRun()) {
            wanted.set(DRY_RUN, RuleStatusShape.dryRun(DryRunRule.results(rule, nodes, pods(rule)::get)));
        }
        if (FIELDS.stream().allMatch(field -> wanted.path(field).equals(before.path(field)))) {
            return;
        }
        write(stored, wanted);
    }

    private void tellOfLimit(StoredObject stored, NodeReadinessRule rule, List<Node> held) {
        if (held.isEmpty()) {
            holding.remove(rule.name());
        } else if (holding.add(rule.name())) {
            events.record(
                    InvolvedObject.of(ReadinessTypes.RULES, stored),
                    EventRecorder.Type.Warning,
                    "TaintsHeldBack",
                    "%d of its nodes, %s first, are not ready and do not get %s: more than %s of them would have it"
                            .formatted(
                                    held.size(),
                                    held.getFirst().name(),
                                    rule.taint(),
                                    rule.care().limit().orElseThrow()));
        }
    }

    /// The pods that a dry run asks for, by the name of their node.
    private PodsByNode pods(NodeReadinessRule rule) {
        return rule.needsPods()
                ? new PodsByNode(sources.pods()
                        .get()
                        .filter(pod ->
                                !pod.status().phase().terminal() && !pod.meta().deleting())
                        .collect(Collectors.groupingBy(pod -> pod.spec().nodeName())))
                : new PodsByNode(Map.of());
    }

    private record PodsByNode(Map<String, List<Pod>> byNode) {
        private List<Pod> get(Node node) {
            return byNode.getOrDefault(node.name(), List.of());
        }
    }

    private void write(StoredObject stored, ObjectNode wanted) {
        String name = stored.key().name();
        if (!writing.add(name)) {
            changed(name);
            return;
        }
        ObjectNode patch = Json.object();
        patch.putObject("metadata").put("uid", stored.uid());
        ObjectNode status = patch.putObject("status");
        for (String field : FIELDS) {
            if (wanted.has(field)) {
                status.set(field, wanted.path(field));
            } else {
                status.putNull(field);
            }
        }
        var body = new Body(Body.MERGE_PATCH, Document.of(patch));
        loop.work(
                "rule-status",
                () -> client.patch(ReadinessTypes.RULES, "", name, "status", body),
                outcome -> written(name, outcome));
    }

    private void written(String rule, Outcome<ApiReply> outcome) {
        writing.remove(rule);
        if (!(outcome instanceof Outcome.Done<ApiReply>(var reply) && reply.succeededOrGone())) {
            changed(rule);
        }
    }
}
