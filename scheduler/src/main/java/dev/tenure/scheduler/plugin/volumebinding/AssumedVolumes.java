package dev.tenure.scheduler.plugin.volumebinding;

import dev.tenure.model.core.PersistentVolume;
import dev.tenure.model.core.PersistentVolumeClaim;
import dev.tenure.scheduler.view.ClusterView;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// What the plugin has decided of volumes and claims and the API server does not show yet. An assumption
/// holds until the object is seen changed. Confined to the loop.
final class AssumedVolumes {
    static final String SELECTED_NODE = "volume.kubernetes.io/selected-node";

    private record Taken(long volumeVersion, String claimUid) {}

    private record Selected(long claimVersion, String node) {}

    private final Map<String, Taken> volumes = new HashMap<>();
    private final Map<String, Selected> claims = new HashMap<>();

    void take(VolumeRule.Binding binding) {
        volumes.put(
                binding.volume().meta().name(),
                new Taken(binding.volumeVersion(), binding.claim().meta().uid()));
    }

    void giveBack(PersistentVolume volume) {
        volumes.remove(volume.meta().name());
    }

    void select(VolumeRule.Provision provision, String node) {
        claims.put(provision.claim().meta().uid(), new Selected(provision.claimVersion(), node));
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
        if (cluster.volumeVersion(volume) != taken.volumeVersion()) {
            volumes.remove(volume);
            return false;
        }
        return !taken.claimUid().equals(claim.meta().uid());
    }

    /// The node for which a volume is being made, or is about to be.
    Optional<String> selectedNode(ClusterView cluster, PersistentVolumeClaim claim) {
        Selected selected = claims.get(claim.meta().uid());
        if (selected != null) {
            long now =
                    cluster.claimVersion(claim.meta().namespace(), claim.meta().name());
            if (now == selected.claimVersion()) {
                return Optional.of(selected.node());
            }
            claims.remove(claim.meta().uid());
        }
        return Optional.ofNullable(claim.meta().annotations().get(SELECTED_NODE));
    }
}
