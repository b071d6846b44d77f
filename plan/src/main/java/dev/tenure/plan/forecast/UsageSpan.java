package dev.tenure.plan.forecast;

import dev.tenure.kubelet.configuration.KubeletConfiguration;
import dev.tenure.kubelet.eviction.threshold.Threshold;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.plan.change.Act;
import dev.tenure.plan.change.Change;
import dev.tenure.plan.source.ClusterDump;
import dev.tenure.simnodes.usage.DeclaredUsage;
import dev.tenure.simnodes.usage.Usage;
import dev.tenure.wire.json.JsonNode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/// How long nothing may be seen of a cluster although its nodes are about to run short: as long as what pods
/// and nodes declare to use still changes, and the grace period of soft thresholds after it.
final class UsageSpan {
    private static final Duration LOOKS = Duration.ofSeconds(30);

    private UsageSpan() {}

    /// Zero where nothing declares usage; empty when some usage never comes to rest.
    ///
    /// @param change whose manifests count, too; those of later steps begin later
    static Optional<Duration> of(ClusterDump dump, Change change, KubeletConfiguration kubelet) {
        Stream<Map<String, String>> there = Stream.concat(
                dump.all(ResourceTypes.PODS)
                        .map(pod -> pod.view(Pod.class).meta().annotations()),
                dump.all(ResourceTypes.NODES)
                        .map(node -> node.view(Node.class).meta().annotations()));
        List<Usage> usages = Stream.concat(there, made(change))
                .flatMap(annotations -> DeclaredUsage.of(annotations).byName().values().stream())
                .toList();
        Duration longest = Duration.ZERO;
        for (Usage usage : usages) {
            Optional<Duration> rests = rests(usage);
            if (rests.isEmpty()) {
                return Optional.empty();
            }
            longest = rests.get().compareTo(longest) > 0 ? rests.get() : longest;
        }
        return Optional.of(
                usages.isEmpty() ? longest : longest.plus(grace(kubelet)).plus(LOOKS));
    }

    /// The annotations of the manifests that are applied, and of their templates.
    private static Stream<Map<String, String>> made(Change change) {
        return switch (change) {
            case Change.Apply(var manifests, var _) ->
                manifests.stream()
                        .flatMap(manifest -> Stream.of(
                                annotations(manifest.at("/metadata/annotations")),
                                annotations(manifest.at("/spec/template/metadata/annotations"))));
            case Change.Steps(var steps) -> steps.stream().flatMap(step -> made(step.change()));
            case Change.Recorded(var _, var acts) -> acts.stream().flatMap(UsageSpan::made);
            case Change.Nothing _,
                    Change.TaintNodes _,
                    Change.Cordon _,
                    Change.Drain _,
                    Change.DeleteNodes _,
                    Change.LoseNodes _,
                    Change.Scale _ -> Stream.empty();
        };
    }

    private static Stream<Map<String, String>> made(Act act) {
        return act instanceof Act.Make make
                ? Stream.of(annotations(make.object().at("/metadata/annotations")))
                : Stream.empty();
    }

    private static Map<String, String> annotations(JsonNode map) {
        var all = new TreeMap<String, String>();
        map.properties().forEach(each -> all.put(each.getKey(), each.getValue().asText()));
        return all;
    }

    private static Duration grace(KubeletConfiguration kubelet) {
        return kubelet.pressure().thresholds().stream()
                .map(Threshold::grace)
                .max(Duration::compareTo)
                .orElse(Duration.ZERO);
    }

    /// From its beginning on; empty: never.
    private static Optional<Duration> rests(Usage usage) {
        return switch (usage) {
            case Usage.Constant _ -> Optional.of(Duration.ZERO);
            case Usage.Ramp ramp -> Optional.of(ramp.after().plus(ramp.over()));
            case Usage.Spike spike ->
                spike.every().isPresent()
                        ? Optional.empty()
                        : Optional.of(spike.after().plus(spike.lasting()));
            case Usage.Leak _ -> Optional.empty();
            case Usage.Trace trace -> Optional.of(trace.points().getLast().at());
        };
    }
}
