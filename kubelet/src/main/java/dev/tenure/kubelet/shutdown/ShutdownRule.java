package dev.tenure.kubelet.shutdown;

import dev.tenure.model.core.Pod;
import dev.tenure.rules.priority.PriorityRule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/// In which order pods end when their node is shut down, and how long each may take. Upstream:
/// nodeshutdown/nodeshutdown_manager.go.
public final class ShutdownRule {
    public static final String REASON = "Terminated";
    public static final String MESSAGE = "Pod was terminated in response to imminent node shutdown.";
    public static final String REFUSAL_REASON = "NodeShutdown";
    public static final String REFUSAL_MESSAGE = "Pod was rejected as the node is shutting down.";

    private ShutdownRule() {}

    /// The time of pods from some priority on.
    public record Share(int priority, Duration period) {}

    /// Pods that end together.
    ///
    /// @param period after which those with a higher priority are ended as well
    public record Group(Duration period, List<Pod> pods) {
        public Group {
            pods = List.copyOf(pods);
        }

        /// What one of its pods gets: its own period, cut to that of the group.
        public long graceSeconds(Pod pod) {
            return Math.min(pod.spec().terminationGraceSeconds(), period.toSeconds());
        }
    }

    /// Two shares out of the whole time and the part of it that is kept for critical pods; none when there
    /// is no time at all.
    public static List<Share> shares(Duration whole, Duration critical) {
        return whole.isZero() && critical.isZero()
                ? List.of()
                : List.of(new Share(0, whole.minus(critical)), new Share(PriorityRule.SYSTEM_CRITICAL, critical));
    }

    /// Groups in the order in which they end. A pod below the lowest priority belongs to the first.
    public static List<Group> groups(Collection<Pod> pods, List<Share> shares) {
        List<Share> rising =
                shares.stream().sorted(Comparator.comparingInt(Share::priority)).toList();
        var groups = new ArrayList<Group>();
        for (int i = 0; i < rising.size(); i++) {
            int from = i == 0 ? Integer.MIN_VALUE : rising.get(i).priority();
            int number = i;
            List<Pod> own = pods.stream()
                    .filter(pod -> pod.spec().priority() >= from)
                    .filter(pod -> number + 1 == rising.size()
                            || pod.spec().priority() < rising.get(number + 1).priority())
                    .toList();
            groups.add(new Group(rising.get(i).period(), own));
        }
        return groups;
    }
}
