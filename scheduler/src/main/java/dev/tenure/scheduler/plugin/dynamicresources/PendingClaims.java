package dev.tenure.scheduler.plugin.dynamicresources;

import dev.tenure.model.device.ResourceClaim;
import dev.tenure.scheduler.device.DevicesInUse;
import dev.tenure.scheduler.view.ClusterView;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// Claims for which devices were chosen and whose watch does not show it yet: their devices are no longer
/// free. What was written holds until the claim is seen in that revision or a later one. Confined to the
/// loop. Upstream: dra_manager.go.
final class PendingClaims {
    /// @param revision in which it was written; 0 while it is not
    private record Pending(ResourceClaim claim, long revision) {
        boolean isWritten() {
            return revision > 0;
        }
    }

    private final Map<String, Pending> byUid = new HashMap<>();

    /// Devices were chosen for a claim, and are about to be written.
    void begin(ResourceClaim allocated) {
        byUid.put(allocated.meta().uid(), new Pending(allocated, 0));
    }

    void written(ResourceClaim claim, long revision) {
        byUid.put(claim.meta().uid(), new Pending(claim, revision));
    }

    /// Nothing is going to be written.
    void end(ResourceClaim claim) {
        Pending pending = byUid.get(claim.meta().uid());
        if (pending != null && !pending.isWritten()) {
            byUid.remove(claim.meta().uid());
        }
    }

    /// Whether devices were chosen for a claim and are about to be written.
    boolean isInFlight(ResourceClaim claim) {
        Pending pending = byUid.get(claim.meta().uid());
        return pending != null && !pending.isWritten();
    }

    /// A claim as it was written last, or as the cluster shows it if that is newer.
    Optional<ResourceClaim> latest(ClusterView cluster, String namespace, String name) {
        Optional<ResourceClaim> seen = cluster.devices().claim(namespace, name);
        if (byUid.isEmpty()) {
            return seen;
        }
        if (seen.isEmpty()) {
            // one that was made here comes to the watch later
            return byUid.values().stream()
                    .filter(pending -> pending.isWritten() && !isSeen(cluster, pending))
                    .map(Pending::claim)
                    .filter(claim -> claim.meta().namespace().equals(namespace)
                            && claim.meta().name().equals(name))
                    .findFirst();
        }
        return Optional.ofNullable(byUid.get(seen.get().meta().uid()))
                .filter(pending -> pending.revision() > cluster.devices().claimRevision(namespace, name))
                .map(Pending::claim)
                .or(() -> seen);
    }

    /// The devices of those claims that the cluster does not show with them. Those that it shows are
    /// forgotten.
    DevicesInUse devices(ClusterView cluster) {
        byUid.values().removeIf(pending -> pending.isWritten() && isSeen(cluster, pending));
        var devices = new DevicesInUse();
        for (Pending pending : byUid.values()) {
            ResourceClaim claim = pending.claim();
            boolean shown = cluster.devices()
                    .claim(claim.meta().namespace(), claim.meta().name())
                    .filter(seen -> seen.meta().uid().equals(claim.meta().uid())
                            && seen.use().allocated())
                    .isPresent();
            if (!shown) {
                devices.add(claim);
            }
        }
        return devices;
    }

    private static boolean isSeen(ClusterView cluster, Pending pending) {
        String namespace = pending.claim().meta().namespace();
        String name = pending.claim().meta().name();
        long seen = cluster.devices().claimRevision(namespace, name);
        return Math.max(seen, seen == 0 ? cluster.devices().latestClaimRevision() : 0) >= pending.revision();
    }
}
