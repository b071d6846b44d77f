package dev.tenure.plan.forecast;

import dev.tenure.controllers.tainteviction.Semantics;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.Stay;
import dev.tenure.model.core.Taint;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.plan.forecast.EvictionPlan.Assumption;
import dev.tenure.plan.source.ClusterDump;
import dev.tenure.plan.source.WorldKinds;
import dev.tenure.rules.node.ManagedNodeRule;
import dev.tenure.rules.taint.TolerationRule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// What a forecast takes for granted, in words, and the one choice that it makes by itself.
final class Assumptions {
    private Assumptions() {}

    /// Upstream's controller forgets when a stay began; whoever looks from outside only knows it from the time that
    /// stands at the taint. So stays that run already are counted from there, and in clusters of Tenure all are.
    /// What a cluster says itself comes first.
    static Semantics semantics(ClusterDump dump, ForecastOptions options) {
        return options.semantics().or(dump::semantics).orElseGet(() -> {
            List<Node> nodes = dump.views(ResourceTypes.NODES, Node.class);
            boolean running = nodes.stream()
                    .flatMap(node -> node.spec().taints().stream())
                    .anyMatch(taint -> taint.effect() == TaintEffect.NO_EXECUTE);
            // records are there only once a taint has come, or a pod has been evicted
            boolean ours =
                    nodes.stream().anyMatch(node -> node.meta().annotations().containsKey(ManagedNodeRule.ANNOTATION))
                            || dump.all(ResourceTypes.CONFIG_MAPS)
                                    .anyMatch(map -> map.key().name().startsWith(WorldKinds.RECORD));
            return running || ours ? Semantics.DOCUMENTED : Semantics.KUBERNETES_1_36;
        });
    }

    static List<Assumption> of(ClusterDump dump, ForecastOptions options, Semantics semantics) {
        var all = new ArrayList<Assumption>();
        all.add(new Assumption(
                "moment",
                dump.moment().at().toString(),
                "when the forecast begins: " + dump.moment().how()));
        all.add(startTime(dump, options));
        all.add(new Assumption(
                "stop-time",
                text(options.stop()),
                "how long containers take to stop besides their preStop hooks, at most their grace period"));
        all.add(new Assumption(
                "probes", "pass", "containers are ready as soon as they run; delays of probes do not count"));
        all.add(new Assumption("jobs", "run on", "pods of Jobs do not finish within the forecast"));
        all.add(new Assumption("semantics", semantics.word(), "how the stays of several taints are counted"));
        ForecastOptions.Monitor monitor = options.monitor();
        all.add(new Assumption(
                "node-monitor-grace-period",
                text(monitor.grace()),
                "how long a node may be silent before it counts as lost"));
        all.add(new Assumption(
                "node-eviction-rate",
                monitor.rate() + "/s, " + monitor.secondaryRate() + "/s in a zone that is unhealthy",
                "how fast lost nodes of a zone are tainted"));
        if (MachineNodes.hasMachines(dump)) {
            all.add(
                    new Assumption(
                            "machines",
                            "at once",
                            "a new machine has its node at once, like another one of its machine set; the node of a machine that is deleted goes without a drain"));
        }
        dump.gaps()
                .forEach(gap -> all.add(new Assumption(
                        "missing", gap.resource(), "%s; unknown: %s".formatted(gap.why(), gap.unknown()))));
        return all;
    }

    private static Assumption startTime(ClusterDump dump, ForecastOptions options) {
        String name = "start-time";
        String what = "how long containers take to start and to be ready";
        if (options.start().isPresent()) {
            return new Assumption(name, text(options.start().get()), what + ", on every node");
        }
        List<Node> nodes = dump.views(ResourceTypes.NODES, Node.class);
        boolean played = !nodes.isEmpty() && nodes.stream().allMatch(node -> ManagedNodeRule.managed(node, false));
        return played
                ? new Assumption(name, "0s", what + " on nodes that are simulated, as all are")
                : new Assumption(
                        name, text(ForecastOptions.USUAL_START), what + "; at once on nodes that are simulated");
    }

    /// Stays that run already, and nobody can tell since when: kubectl and the API server do not write it down, and the
    /// records of nodes do in the documented semantics only.
    static List<String> unknownStays(ClusterDump dump, Semantics semantics) {
        Set<String> recorded = semantics == Semantics.DOCUMENTED
                ? dump.all(ResourceTypes.CONFIG_MAPS)
                        .map(map -> map.key().name())
                        .collect(Collectors.toSet())
                : Set.of();
        Map<String, List<Taint>> undated = new TreeMap<>();
        for (Node node : dump.views(ResourceTypes.NODES, Node.class)) {
            List<Taint> taints = node.spec().taints().stream()
                    .filter(taint -> taint.effect() == TaintEffect.NO_EXECUTE
                            && taint.timeAdded().isEmpty())
                    .toList();
            if (!taints.isEmpty() && !recorded.contains(WorldKinds.RECORD + node.name())) {
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
                                "node %s does not tell since when it has the taint %s: stays under it are counted from now, and pods may leave sooner"
                                        .formatted(node.getKey(), taint)))
                .toList();
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
