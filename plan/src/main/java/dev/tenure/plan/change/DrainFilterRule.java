package dev.tenure.plan.change;

import dev.tenure.model.core.Pod;
import dev.tenure.model.core.Volume;
import dev.tenure.model.meta.OwnerReference;
import dev.tenure.plan.change.Change.DrainOptions;
import dev.tenure.rules.pod.PodRule;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Which pods of a node a drain evicts, for which it gives up, and the words for it. Upstream:
/// kubectl/pkg/drain/filters.go.
public final class DrainFilterRule {
    /// After which a pod is tried again that a budget keeps.
    public static final Duration AGAIN = Duration.ofSeconds(5);

    private static final String OF_DRAIN = "drain of node ";

    private DrainFilterRule() {}

    /// Why the whole drain is refused because of a pod; empty when it is not.
    public static Optional<String> error(Pod pod, DrainOptions options) {
        if (PodRule.mirror(pod) || PodRule.terminal(pod)) {
            return Optional.empty();
        }
        if (ofDaemonSet(pod)) {
            return options.ignoreDaemonSets()
                    ? Optional.empty()
                    : Optional.of("cannot delete DaemonSet-managed Pods (use --ignore-daemonsets to ignore)");
        }
        boolean local =
                pod.spec().volumes().stream().anyMatch(volume -> volume.source() instanceof Volume.Source.EmptyDir);
        if (local && !options.deleteEmptyDirData()) {
            return Optional.of("cannot delete Pods with local storage (use --delete-emptydir-data to override)");
        }
        return pod.meta().controllerOwner().isEmpty() && !options.force()
                ? Optional.of("cannot delete Pods that declare no controller (use --force to override)")
                : Optional.empty();
    }

    /// Whether a pod is to go, if the drain is not refused.
    public static boolean leaves(Pod pod) {
        return !PodRule.mirror(pod) && (!ofDaemonSet(pod) || PodRule.terminal(pod));
    }

    /// Whether a pod should have been gone for so long that it is neither evicted nor waited for.
    public static boolean isPassedOver(Pod pod, DrainOptions options, Instant now) {
        return options.skipWaitSeconds() > 0
                && pod.meta()
                        .deletion()
                        .filter(deletion ->
                                Duration.between(deletion.at(), now).toSeconds() > options.skipWaitSeconds())
                        .isPresent();
    }

    private static boolean ofDaemonSet(Pod pod) {
        return pod.meta()
                .controllerOwner()
                .map(OwnerReference::kind)
                .filter("DaemonSet"::equals)
                .isPresent();
    }

    /// Whether a note tells that a drain is given up, waits, or leaves a pod.
    public static boolean isOfDrain(String note) {
        return note.startsWith(OF_DRAIN);
    }

    /// A drain that is given up because of pods.
    public static String refused(String node, String why, List<String> pods) {
        return (OF_DRAIN + "%s is refused: %s: %s").formatted(node, why, String.join(", ", pods));
    }

    /// A drain that waits for a pod that a budget keeps.
    public static String stuck(String node, String pod, String why) {
        return (OF_DRAIN + "%s is stuck: pod %s: %s").formatted(node, pod, why);
    }

    /// A pod that cannot be evicted, whatever comes.
    public static String failed(String node, String pod, String why) {
        return (OF_DRAIN + "%s: pod %s: %s").formatted(node, pod, why);
    }
}
