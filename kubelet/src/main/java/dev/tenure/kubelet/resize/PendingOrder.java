package dev.tenure.kubelet.resize;

import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.ResourceList;
import dev.tenure.rules.fit.PodRequestsRule;
import dev.tenure.rules.fit.PodRequestsRule.Options;
import dev.tenure.rules.qos.QosClass;
import dev.tenure.rules.qos.QosRule;
import java.time.Instant;
import java.util.Comparator;

/// The place of a pod among those whose resize waits: what asks for no more comes first, then by priority,
/// then guaranteed pods, then those that wait longest. Upstream: allocation_manager.go (sortPendingResizes).
///
/// @param waitsSince the far future when it has not been looked at yet
public record PendingOrder(boolean asksForMore, int priority, boolean guaranteed, Instant waitsSince)
        implements Comparable<PendingOrder> {
    private static final Comparator<PendingOrder> ORDER = Comparator.comparing(PendingOrder::asksForMore)
            .thenComparing(Comparator.comparingInt(PendingOrder::priority).reversed())
            .thenComparing(Comparator.comparing(PendingOrder::guaranteed).reversed())
            .thenComparing(PendingOrder::waitsSince);

    /// @param granted the pod as it runs
    /// @param asked the pod as it asks
    public static PendingOrder of(Pod granted, Pod asked, ResizeConditions told) {
        ResourceList before = PodRequestsRule.requests(granted, Options.WRITTEN);
        ResourceList after = PodRequestsRule.requests(asked, Options.WRITTEN);
        return new PendingOrder(
                more(before, after, ResourceList.MEMORY) || more(before, after, ResourceList.CPU),
                asked.spec().priority(),
                QosRule.of(asked) == QosClass.GUARANTEED,
                told.pending().map(Condition::lastTransitionTime).orElse(Instant.MAX));
    }

    private static boolean more(ResourceList before, ResourceList after, String name) {
        return after.get(name).compareTo(before.get(name)) > 0;
    }

    @Override
    public int compareTo(PendingOrder other) {
        return ORDER.compare(this, other);
    }
}
