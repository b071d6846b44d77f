package dev.tenure.scheduler.plugin.dynamicresources;

import dev.tenure.model.core.Pod;
import dev.tenure.model.device.ResourceClaim;
import dev.tenure.scheduler.framework.ClusterEvent;
import dev.tenure.scheduler.framework.EventKind;
import dev.tenure.scheduler.framework.Interest;
import dev.tenure.scheduler.view.PodInfo;
import java.util.List;

/// What may bring pods back that wait for devices. Upstream: EventsToRegister.
final class DeviceInterests {
    static final List<Interest> ALL = List.of(
            Interest.in(DeviceInterests::isOwn, EventKind.WAITING_POD_CLAIMS_MADE),
            Interest.in(DeviceInterests::concerns, EventKind.RESOURCE_CLAIM_ADDED, EventKind.RESOURCE_CLAIM_UPDATED),
            Interest.always(
                    EventKind.RESOURCE_SLICE_ADDED,
                    EventKind.RESOURCE_SLICE_UPDATED,
                    EventKind.DEVICE_CLASS_ADDED,
                    EventKind.DEVICE_CLASS_UPDATED,
                    EventKind.NODE_ADDED,
                    EventKind.NODE_LABELS_CHANGED,
                    EventKind.NODE_ALLOCATABLE_CHANGED));

    private DeviceInterests() {}

    private static boolean isOwn(PodInfo waiting, ClusterEvent event) {
        return event instanceof ClusterEvent.OfPod change
                && change.subject().uid().equals(waiting.uid());
    }

    /// Whether a claim has given up its devices, or what came of a claim of the pod has changed.
    private static boolean concerns(PodInfo waiting, ClusterEvent event) {
        if (!(event instanceof ClusterEvent.OfDeviceClaim change)) {
            return false;
        }
        boolean allocated = change.after().use().allocated();
        if (!allocated && change.before().filter(old -> old.use().allocated()).isPresent()) {
            return true;
        }
        boolean same = change.before()
                .filter(old -> old.use().equals(change.after().use()))
                .isPresent();
        return !same && isOf(waiting, change.after());
    }

    private static boolean isOf(PodInfo waiting, ResourceClaim claim) {
        if (!claim.meta().namespace().equals(waiting.namespace())) {
            return false;
        }
        String name = claim.meta().name();
        Pod pod = waiting.pod();
        return pod.spec().resourceClaims().stream()
                        .anyMatch(each -> each.claimName().equals(name))
                || pod.status().resourceClaims().stream()
                        .anyMatch(each -> each.claimName().equals(name));
    }
}
