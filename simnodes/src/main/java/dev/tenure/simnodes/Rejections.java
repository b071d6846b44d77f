package dev.tenure.simnodes;

import dev.tenure.client.events.EventRecorder;
import dev.tenure.client.events.InvolvedObject;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.runtime.time.Tick;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// When the simulated nodes reject the pods that they do not take, and what they tell of that: each node at
/// its own [RejectionPace]. Confined to their loop.
final class Rejections {
    private final EventRecorder events;
    private final Map<String, RejectionPace> byNode = new HashMap<>();

    Rejections(EventRecorder events) {
        this.events = events;
    }

    /// When the pod is to be rejected; absent when that is now.
    Optional<Tick> later(SimulatedPod entry, Node node, Tick now) {
        RejectionPace pace = byNode.computeIfAbsent(node.name(), _ -> new RejectionPace(now));
        Tick at = entry.rejectedAt.orElseGet(() -> pace.next(now));
        entry.rejectedAt = Optional.of(at);
        return Optional.of(at).filter(due -> due.isAfter(now));
    }

    /// The pod is rejected now.
    void rejected(Pod pod, Node node, Tick now, String reason, String message) {
        RejectionPace pace = byNode.computeIfAbsent(node.name(), _ -> new RejectionPace(now));
        pace.rejected(now).ifPresent(count -> recordStorm(node, count, message));
        events.record(
                InvolvedObject.pod(
                        pod.meta().namespace(), pod.meta().name(), pod.meta().uid()),
                EventRecorder.Type.Warning,
                reason,
                message);
    }

    private void recordStorm(Node node, int count, String why) {
        events.record(
                InvolvedObject.node(node.name(), node.meta().uid()),
                EventRecorder.Type.Warning,
                "RejectingPods",
                "rejected %d pods in a row: %s; their controllers make others at once, which come here until the scheduler sees why not"
                        .formatted(count, why.strip()));
    }

    /// No pod is left on the node.
    void forget(String node) {
        byNode.remove(node);
    }
}
