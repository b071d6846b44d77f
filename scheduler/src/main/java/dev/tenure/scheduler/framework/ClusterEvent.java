package dev.tenure.scheduler.framework;

import dev.tenure.model.core.Node;
import dev.tenure.model.device.DeviceClass;
import dev.tenure.model.device.ResourceClaim;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.scheduler.view.PodInfo;
import java.util.Optional;

/// A change in the cluster that may let a waiting pod run.
public sealed interface ClusterEvent {
    EventKind kind();

    /// A pod has come (`before` absent), changed, or gone (`after` absent).
    record OfPod(EventKind kind, Optional<PodInfo> before, Optional<PodInfo> after) implements ClusterEvent {
        /// The last known state.
        public PodInfo subject() {
            return after.or(() -> before).orElseThrow();
        }
    }

    /// A node has come (`before` absent), changed, or gone (`after` absent).
    record OfNode(EventKind kind, Optional<Node> before, Optional<Node> after) implements ClusterEvent {}

    /// An object of storage has come or changed.
    record OfStorage(EventKind kind, ObjectKey key) implements ClusterEvent {}

    /// A claim of devices has come (`before` absent) or changed.
    record OfDeviceClaim(EventKind kind, Optional<ResourceClaim> before, ResourceClaim after) implements ClusterEvent {}

    /// A class of devices has come (`before` absent) or changed.
    record OfDeviceClass(EventKind kind, Optional<DeviceClass> before, DeviceClass after) implements ClusterEvent {}

    /// Whether the event is about a claim that the pod uses.
    static boolean isOfOwnClaim(PodInfo waiting, ClusterEvent event) {
        return event instanceof OfStorage change
                && change.key().namespace().equals(waiting.namespace())
                && waiting.claims().contains(change.key().name());
    }

    /// Whatever the plugins think of it, the pod is to be tried.
    record Forced(EventKind kind) implements ClusterEvent {}
}
