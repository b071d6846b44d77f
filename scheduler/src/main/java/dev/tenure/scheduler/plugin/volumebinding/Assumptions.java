package dev.tenure.scheduler.plugin.volumebinding;

import dev.tenure.model.core.PersistentVolume;
import dev.tenure.model.core.PersistentVolumeClaim;
import dev.tenure.scheduler.framework.ClusterView;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// What the plugin has decided of volumes and claims and the API server does not show yet. An assumption
/// holds until the object is seen changed. Confined to the loop.
final class Assumptions {
    static final String SELECTED_NODE = "volume.kubernetes.io/selected-node";

    private record Taken(PersistentVolume seen, String claimUid) {}

    private record Selected(PersistentVolumeClaim seen, String node) {}

    private final Map<String, Taken> volumes = new HashMap<>();
    private final Map<String, Selected> claims = new HashMap<>();

    void take(PersistentVolume volume, PersistentVolumeClaim claim) {
        volumes.put(volume.meta().name(), new Taken(volume, claim.meta().uid()));
    }

    void giveBack(PersistentVolume volume) {
        volumes.remove(volume.meta().name());
    }

    void select(PersistentVolumeClaim claim, String node) {
        claims.put(claim.meta().uid(), new Selected(claim, node));
    }

    void unselect(PersistentVolumeClaim claim) {
        claims.remove(claim.meta().uid());
    }

    /// Whether a volume is about to be bound to another claim.
    boolean forAnother(ClusterView cluster, String volume, PersistentVolumeClaim claim) {
        Taken taken = volumes.get(volume);
        if (taken == null) {
            return false;
        }
        if (cluster.volume(volume).filter(now -> now == taken.seen()).isEmpty()) {
            volumes.remove(volume);
            return false;
        }
        return !taken.claimUid().equals(claim.meta().uid());
    }

    /// The node for which a volume is being made, or is about to be.
    Optional<String> selectedNode(ClusterView cluster, PersistentVolumeClaim claim) {
        Selected selected = claims.get(claim.meta().uid());
        if (selected != null) {
            boolean unchanged = cluster.claim(
                            claim.meta().namespace(), claim.meta().name())
                    .filter(now -> now == selected.seen())
                    .isPresent();
            if (unchanged) {
                return Optional.of(selected.node());
            }
            claims.remove(claim.meta().uid());
        }
        return Optional.ofNullable(claim.meta().annotations().get(SELECTED_NODE));
    }
}
