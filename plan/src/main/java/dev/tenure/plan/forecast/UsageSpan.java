package dev.tenure.plan.forecast;

import dev.tenure.kubelet.configuration.KubeletConfiguration;
import dev.tenure.kubelet.eviction.threshold.Threshold;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ObjectMeta;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.plan.source.ClusterDump;
import dev.tenure.simnodes.usage.DeclaredUsage;
import dev.tenure.simnodes.usage.Usage;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// How long nothing may be seen of a cluster although its nodes are about to run short: as long as what pods and
/// nodes declare to use still changes, and the grace period of soft thresholds after it.
final class UsageSpan {
    private static final Duration LOOKS = Duration.ofSeconds(30);

    private UsageSpan() {}

    /// Zero where nothing declares usage; empty when some usage never comes to rest.
    static Optional<Duration> of(ClusterDump dump, KubeletConfiguration kubelet) {
        Stream<ObjectMeta> metas = Stream.concat(
                dump.all(ResourceTypes.PODS).map(pod -> pod.view(Pod.class).meta()),
                dump.all(ResourceTypes.NODES).map(node -> node.view(Node.class).meta()));
        List<Usage> usages = metas.flatMap(meta -> DeclaredUsage.of(meta.annotations()).byName().values().stream())
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
