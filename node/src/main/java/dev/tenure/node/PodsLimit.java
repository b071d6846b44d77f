package dev.tenure.node;

import dev.tenure.client.events.EventRecorder;
import dev.tenure.client.events.InvolvedObject;
import dev.tenure.node.cgroup.PodControlGroups;
import dev.tenure.node.cgroup.ResourceRule.Limits;
import dev.tenure.runtime.loop.Outcome;
import java.time.Duration;

/// Limits all pods together to what the node sets aside for them, and tries again until the kernel takes it:
/// pods that outlived an agent may use more than the next one allows. Confined to its loop. Upstream:
/// cm/node_container_manager_linux.go.
final class PodsLimit {
    private static final Duration RETRY = Duration.ofMinutes(1);

    private final AgentPart loop;
    private final PodControlGroups groups;
    private final Limits limits;
    private final EventRecorder events;
    private final InvolvedObject node;

    PodsLimit(AgentPart loop, PodControlGroups groups, Limits limits, EventRecorder events, InvolvedObject node) {
        this.loop = loop;
        this.groups = groups;
        this.limits = limits;
        this.events = events;
        this.node = node;
        loop.takenUpBy(this::enforce);
    }

    /// Begins; to be called once.
    void start() {
        loop.run(this::enforce);
    }

    private void enforce() {
        loop.work(
                "pods-limit",
                () -> {
                    groups.enforce(limits);
                    return true;
                },
                this::enforced);
    }

    private void enforced(Outcome<Boolean> outcome) {
        switch (outcome) {
            case Outcome.Done<Boolean> _ ->
                events.record(
                        node,
                        EventRecorder.Type.Normal,
                        "NodeAllocatableEnforced",
                        "Updated Node Allocatable limit across pods");
            case Outcome.Failed<Boolean>(Exception cause) -> {
                events.record(
                        node,
                        EventRecorder.Type.Warning,
                        "FailedNodeAllocatableEnforcement",
                        "Failed to update Node Allocatable Limits \"%s\": %s"
                                .formatted(groups.podsPath(), cause.getMessage()));
                loop.alarm("pods-limit", loop.time().now().plus(RETRY), this::enforce);
            }
        }
    }
}
