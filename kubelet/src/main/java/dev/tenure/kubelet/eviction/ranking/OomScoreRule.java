package dev.tenure.kubelet.eviction.ranking;

import dev.tenure.model.core.Container;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.ResourceList;
import dev.tenure.model.core.ResourceRequirements;
import dev.tenure.rules.fit.PodRequestsRule;
import dev.tenure.rules.pod.PodRule;
import dev.tenure.rules.priority.PriorityRule;
import dev.tenure.rules.qos.QosRule;

/// The `oom_score_adj` of a container: -997 (spared), 3 to 999 (the more memory it asks for, the less
/// likely), 1000 (goes first). What a pod asks for beyond its containers is shared out among them; a
/// sidecar is spared at least as much as the regular container that asks for least. Upstream:
/// qos/policy.go.
public final class OomScoreRule {
    private static final int SPARED = -997;
    private static final int BEST_EFFORT = 1000;
    private static final long BURSTABLE_MIN = 1000 + SPARED;
    private static final long SCALE = 1000;
    private static final PodRequestsRule.Options CONTAINERS_ALONE =
            new PodRequestsRule.Options(PodRequestsRule.Resizing.WRITTEN, false, false, ResourceList.EMPTY);

    private OomScoreRule() {}

    /// More than the kernel allows when the pod as a whole asks for much less than its containers do:
    /// upstream does not cut it.
    ///
    /// @param container a regular or init container of the pod
    /// @param capacityBytes the node's memory; more than 0
    public static long adjustment(Pod pod, Container container, long capacityBytes) {
        boolean nodeCritical =
                PodRule.critical(pod) && pod.spec().priorityClassName().equals(PriorityRule.NODE_CRITICAL_CLASS);
        if (nodeCritical) {
            return SPARED;
        }
        return switch (QosRule.of(pod)) {
            case GUARANTEED -> SPARED;
            case BEST_EFFORT -> BEST_EFFORT;
            case BURSTABLE -> burstable(pod, container, capacityBytes);
        };
    }

    private static long burstable(Pod pod, Container container, long capacityBytes) {
        long share = shareOfPod(pod);
        long score = score(request(container) + share, capacityBytes);
        boolean sidecar = container.sidecar() && pod.spec().initContainers().contains(container);
        if (sidecar) {
            long least = pod.spec().containers().stream()
                    .mapToLong(OomScoreRule::request)
                    .min()
                    .orElse(0);
            score = Math.min(score, score(least + share, capacityBytes));
        }
        if (score < BURSTABLE_MIN) {
            return BURSTABLE_MIN;
        }
        return score == BEST_EFFORT ? BEST_EFFORT - 1 : score;
    }

    private static long score(long bytes, long capacityBytes) {
        return SCALE - SCALE * bytes / capacityBytes;
    }

    /// What each container gets of the memory that the pod asks for and its containers do not.
    private static long shareOfPod(Pod pod) {
        long asked = pod.spec()
                .resources()
                .orElse(ResourceRequirements.NONE)
                .requests()
                .get(ResourceList.MEMORY)
                .value();
        if (asked == 0 || !PodRequestsRule.podLevelRequestsSet(pod.spec())) {
            return 0;
        }
        long inSum = PodRequestsRule.requests(pod, CONTAINERS_ALONE)
                .get(ResourceList.MEMORY)
                .value();
        int containers =
                pod.spec().containers().size() + pod.spec().initContainers().size();
        return (asked - inSum) / containers;
    }

    private static long request(Container container) {
        return container.resources().requests().get(ResourceList.MEMORY).value();
    }
}
