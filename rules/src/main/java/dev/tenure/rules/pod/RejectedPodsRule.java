package dev.tenure.rules.pod;

import dev.tenure.model.core.Pod;
import dev.tenure.model.core.PodPhase;
import dev.tenure.model.meta.OwnerReference;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Pods that were bound to a node which did not take them, counted by who made them: a controller that makes
/// others at once, for the same node, shows here.
public final class RejectedPodsRule {
    private static final String PREFIX = "Pod was rejected: ";

    private RejectedPodsRule() {}

    /// Pods of one maker that one node rejected.
    ///
    /// @param owner `Kind namespace/name` of their controller; empty when they have none
    /// @param why in the node's words, of the newest
    /// @param newest when the newest of them was made
    public record Rejected(String owner, String node, String why, int count, Instant newest) {}

    /// Whether a node rejected this pod.
    public static boolean rejected(Pod pod) {
        return pod.status().phase() == PodPhase.FAILED
                && pod.status().message().startsWith(PREFIX)
                && !pod.spec().nodeName().isEmpty();
    }

    /// Why a node rejected this pod.
    public static String why(Pod pod) {
        return pod.status().message().substring(PREFIX.length()).strip();
    }

    /// Who made the pod: `Kind namespace/name`; empty when no controller did.
    public static String owner(Pod pod) {
        return pod.meta()
                .controllerOwner()
                .map((OwnerReference owner) -> owner.kind() + " " + pod.meta().namespace() + "/" + owner.name())
                .orElse("");
    }

    /// All that have a controller, the newest first.
    public static List<Rejected> count(List<Pod> pods) {
        Map<List<String>, Rejected> counted = new LinkedHashMap<>();
        for (Pod pod : pods) {
            String owner = owner(pod);
            if (rejected(pod) && !owner.isEmpty()) {
                var one = new Rejected(
                        owner, pod.spec().nodeName(), why(pod), 1, pod.meta().creationTimestamp());
                counted.merge(List.of(owner, one.node()), one, RejectedPodsRule::join);
            }
        }
        return counted.values().stream()
                .sorted(Comparator.comparing(Rejected::newest).reversed().thenComparing(Rejected::owner))
                .toList();
    }

    private static Rejected join(Rejected one, Rejected other) {
        Rejected newer = one.newest().isBefore(other.newest()) ? other : one;
        return new Rejected(newer.owner(), newer.node(), newer.why(), one.count() + other.count(), newer.newest());
    }
}
