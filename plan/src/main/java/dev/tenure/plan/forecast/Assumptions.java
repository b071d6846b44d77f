package dev.tenure.plan.forecast;

import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.Stay;
import dev.tenure.model.core.Taint;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.plan.copy.DumpedTerms;
import dev.tenure.plan.copy.MachineNodes;
import dev.tenure.plan.forecast.EvictionPlan.Assumption;
import dev.tenure.plan.source.ClusterDump;
import dev.tenure.plan.source.LastTaintChange;
import dev.tenure.plan.source.WorldKinds;
import dev.tenure.rules.node.ManagedNodeRule;
import dev.tenure.rules.taint.TolerationRule;
import dev.tenure.wire.json.Json;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// What a forecast takes for granted, in words, and the one choice that it makes by itself.
final class Assumptions {
    private static final String GRACE = "node-monitor-grace-period";
    private static final String RATE = "node-eviction-rate";

    private Assumptions() {}

    /// What a cluster says itself comes first. Where none says anything, those of Tenure go by the documented
    /// ones, all others by upstream's.
    static Semantics semantics(ClusterDump dump, ForecastOptions options) {
        return options.semantics().or(dump.stated()::semantics).orElseGet(() -> {
            List<Node> nodes = dump.views(ResourceTypes.NODES, Node.class);
            // records are there only once a taint has come, or a pod has been evicted
            boolean ours =
                    nodes.stream().anyMatch(node -> node.meta().annotations().containsKey(ManagedNodeRule.ANNOTATION))
                            || dump.all(ResourceTypes.CONFIG_MAPS)
                                    .anyMatch(map -> map.key().name().startsWith(WorldKinds.RECORD));
            return ours ? Semantics.DOCUMENTED : Semantics.KUBERNETES_1_36;
        });
    }

    static List<Assumption> of(ClusterDump dump, ForecastOptions options, Semantics semantics) {
        var all = new ArrayList<Assumption>();
        all.add(new Assumption(
                "moment",
                dump.moment().at().truncatedTo(ChronoUnit.SECONDS).toString(),
                "when the forecast begins: " + dump.moment().how()));
        all.add(startTime(dump, options));
        all.add(new Assumption(
                "stop-time",
                text(options.stop()),
                "how long containers take to stop besides their preStop hooks, at most their grace period"));
        all.add(new Assumption(
                "probes",
                "pass",
                "readiness probes succeed with their first try, after their initialDelaySeconds; others never fail"));
        all.add(jobs(dump, options));
        all.add(new Assumption(
                "autoscalers", "rest", "no HorizontalPodAutoscaler changes replicas, and nobody adds or takes nodes"));
        all.add(new Assumption("semantics", semantics.word(), "how the stays of several taints are counted"));
        ForecastOptions.Monitor monitor = options.monitor();
        all.add(new Assumption(
                GRACE,
                text(monitor.grace()),
                "how long a node may be silent before it counts as lost" + asStated(dump, GRACE)));
        all.add(new Assumption(
                RATE,
                monitor.rate() + "/s, " + monitor.secondaryRate() + "/s in a zone that is unhealthy",
                "how fast lost nodes of a zone are tainted" + asStated(dump, RATE)));
        ForecastOptions.Components parts = options.components();
        if (parts.notReadySeconds() != ForecastOptions.Components.STANDARD.notReadySeconds()
                || parts.unreachableSeconds() != ForecastOptions.Components.STANDARD.unreachableSeconds()) {
            all.add(new Assumption(
                    "default-toleration-seconds",
                    "%d not-ready, %d unreachable".formatted(parts.notReadySeconds(), parts.unreachableSeconds()),
                    "how long pods that are made meanwhile stay on lost nodes"));
        }
        if (MachineNodes.hasMachines(dump)) {
            all.add(
                    new Assumption(
                            "machines",
                            "at once",
                            "a new machine has its node at once, like another one of its machine set; the node of a machine that is deleted goes without a drain"));
        }
        DumpedTerms.assumed(dump).ifPresent(words -> all.add(new Assumption("taint-terms", "kept", words)));
        dump.gaps()
                .forEach(gap -> all.add(new Assumption(
                        "missing", gap.resource(), "%s; unknown: %s".formatted(gap.why(), gap.unknown()))));
        return all;
    }

    private static String asStated(ClusterDump dump, String flag) {
        return dump.stated().flags().containsKey(flag) ? "; as the cluster says, unless told otherwise" : "";
    }

    /// Of each node whether it is simulated.
    private static List<Boolean> played(ClusterDump dump) {
        return dump.views(ResourceTypes.NODES, Node.class).stream()
                .map(node -> ManagedNodeRule.managed(node, false))
                .toList();
    }

    private static Assumption jobs(ClusterDump dump, ForecastOptions options) {
        String name = "jobs";
        List<Boolean> played = played(dump);
        if (options.start().isPresent() || !played.contains(true)) {
            return new Assumption(name, "run on", "pods of Jobs do not finish within the forecast");
        }
        String unless = "pods of Jobs finish at once unless they declare how long they run";
        return played.contains(false)
                ? new Assumption(
                        name,
                        "run on",
                        "pods of Jobs do not finish within the forecast; on nodes that are simulated, " + unless)
                : new Assumption(name, "end at once", "on nodes that are simulated, as all are, " + unless);
    }

    private static Assumption startTime(ClusterDump dump, ForecastOptions options) {
        String name = "start-time";
        String what = "how long containers take to start and to be ready";
        if (options.start().isPresent()) {
            return new Assumption(name, text(options.start().get()), what + ", on every node");
        }
        List<Boolean> played = played(dump);
        return !played.contains(false) && !played.isEmpty()
                ? new Assumption(name, "0s", what + " on nodes that are simulated, as all are")
                : new Assumption(
                        name, text(ForecastOptions.USUAL_START), what + "; at once on nodes that are simulated");
    }

    /// Stays that run already, and nobody can tell since when: kubectl and the API server do not write it
    /// down, and the records of nodes do in the documented semantics only.
    static List<String> unknownStays(ClusterDump dump) {
        Set<String> recorded = LastTaintChange.recorded(dump);
        Map<String, List<Taint>> undated = new TreeMap<>();
        for (Node node : dump.views(ResourceTypes.NODES, Node.class)) {
            List<Taint> taints = node.spec().taints().stream()
                    .filter(taint -> taint.effect() == TaintEffect.NO_EXECUTE
                            && taint.timeAdded().isEmpty())
                    .toList();
            if (!taints.isEmpty() && !recorded.contains(node.name())) {
                undated.put(node.name(), taints);
            }
        }
        if (undated.isEmpty()) {
            return List.of();
        }
        Map<String, List<Pod>> pods = dump.views(ResourceTypes.PODS, Pod.class).stream()
                .filter(pod -> undated.containsKey(pod.spec().nodeName()))
                .collect(Collectors.groupingBy(pod -> pod.spec().nodeName()));
        return undated.entrySet().stream()
                .flatMap(node -> node.getValue().stream()
                        .filter(taint -> pods.getOrDefault(node.getKey(), List.of()).stream()
                                .anyMatch(pod -> hasLimitedStay(pod, taint)))
                        .map(taint ->
                                "node %s does not tell since when it has the taint %s: stays under it are counted from %s, and pods may leave sooner"
                                        .formatted(node.getKey(), taint, counted(dump, node.getKey()))))
                .toList();
    }

    private static String counted(ClusterDump dump, String node) {
        return dump.find(ResourceTypes.NODES.key("", node))
                .map(item -> Json.readObject(item.object().json()))
                .flatMap(LastTaintChange::lastChange)
                .filter(at -> at.isBefore(dump.moment().at()))
                .map(at -> "when its taints were last changed, at " + at)
                .orElse("now");
    }

    private static boolean hasLimitedStay(Pod pod, Taint taint) {
        return pod.spec().tolerations().stream()
                .anyMatch(toleration ->
                        toleration.stay() instanceof Stay.AtMost && TolerationRule.tolerates(toleration, taint));
    }

    static String text(Duration duration) {
        return duration.toMillis() % 1000 == 0 ? duration.toSeconds() + "s" : duration.toMillis() + "ms";
    }
}
