package dev.tenure.node;

import dev.tenure.kubelet.pod.PodLife;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.ResourceList;
import dev.tenure.node.cgroup.PodControlGroups;
import dev.tenure.rules.fit.PodRequestsRule;
import dev.tenure.rules.fit.PodRequestsRule.Options;
import dev.tenure.rules.pod.PodRule;
import dev.tenure.rules.qos.QosClass;
import dev.tenure.rules.qos.QosRule;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.Outcome;
import java.util.Collection;
import java.util.Optional;
import java.util.OptionalLong;

/// Keeps the burstable tier's share of the CPU at what its pods ask for together. Confined to its loop.
/// Upstream: cm/qos_container_manager_linux.go.
final class QosShares {
    private static final System.Logger LOG = System.getLogger(QosShares.class.getPackageName());

    private final EventLoop loop;
    private final Optional<PodControlGroups> groups;
    private OptionalLong written = OptionalLong.empty();
    private boolean busy;

    QosShares(EventLoop loop, Optional<PodControlGroups> groups) {
        this.loop = loop;
        this.groups = groups;
    }

    /// Writes the share if it is another than that of these pods; what fails is tried again with the next
    /// call.
    void follow(Collection<PodEntry> pods) {
        if (busy || groups.isEmpty()) {
            return;
        }
        long millis = pods.stream()
                .filter(entry -> entry.life != PodLife.STOPPED && !PodRule.terminal(entry.pod()))
                .map(PodEntry::pod)
                .filter(pod -> QosRule.of(pod) == QosClass.BURSTABLE)
                .mapToLong(QosShares::millis)
                .sum();
        if (written.isPresent() && written.getAsLong() == millis) {
            return;
        }
        loop.work(
                "tier-shares",
                () -> {
                    groups.get().share(millis);
                    return millis;
                },
                this::shared);
        busy = true;
    }

    private static long millis(Pod pod) {
        return PodRequestsRule.requests(pod, Options.WRITTEN)
                .get(ResourceList.CPU)
                .milliValue();
    }

    private void shared(Outcome<Long> outcome) {
        busy = false;
        switch (outcome) {
            case Outcome.Done<Long>(Long millis) -> written = OptionalLong.of(millis);
            case Outcome.Failed<Long>(Exception cause) ->
                LOG.log(System.Logger.Level.WARNING, "share of the burstable pods: {0}", cause.getMessage());
        }
    }
}
