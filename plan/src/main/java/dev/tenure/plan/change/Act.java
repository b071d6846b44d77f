package dev.tenure.plan.change;

import dev.tenure.model.meta.ResourceType;
import dev.tenure.rules.taint.TaintEdit;
import dev.tenure.wire.json.ObjectNode;
import java.time.Duration;
import java.util.List;

/// One thing that somebody outside of a cluster's controllers did, or that befell it, while it was recorded.
/// Immutable.
public sealed interface Act {
    /// When, after the beginning.
    Duration at();

    /// Somebody made an object.
    ///
    /// @param object without what a server adds
    record Make(Duration at, ResourceType type, String namespace, ObjectNode object) implements Act {}

    /// Somebody changed an object.
    ///
    /// @param patch a JSON merge patch
    record Edit(Duration at, ResourceType type, String namespace, String name, ObjectNode patch) implements Act {}

    /// Somebody deleted an object that is no pod.
    record Remove(Duration at, ResourceType type, String namespace, String name) implements Act {}

    /// Somebody added taints to a node, or removed some.
    record Taint(Duration at, String node, List<TaintEdit> edits) implements Act {
        public Taint {
            edits = List.copyOf(edits);
        }
    }

    /// Somebody evicted a pod through the API.
    record Evict(Duration at, RecordedPod pod) implements Act {}

    /// Somebody deleted a pod.
    ///
    /// @param graceSeconds negative: its own
    record Delete(Duration at, RecordedPod pod, long graceSeconds) implements Act {}

    /// A pod ended by itself, or its node ended it.
    ///
    /// @param status what it said then: `phase`, `reason`, `message`, `conditions`, `containerStatuses`
    record End(Duration at, RecordedPod pod, ObjectNode status) implements Act {}

    /// A pod of the recorded cluster. Where it is not there, for another one was made in its place, one of
    /// the same owner stands for it, on the same node if there is one.
    ///
    /// @param owner kind and name of the controller, as `ReplicaSet/web-5d4f`; empty when it has none
    record RecordedPod(String namespace, String name, String owner, String node) {}
}
