package dev.tenure.scheduler.plugin.volumebinding;

import dev.tenure.model.core.PersistentVolumeClaim;
import dev.tenure.model.core.Volume;
import dev.tenure.scheduler.framework.ClusterEvent;
import dev.tenure.scheduler.framework.ClusterView;
import dev.tenure.scheduler.framework.Cycle;
import dev.tenure.scheduler.framework.EventKind;
import dev.tenure.scheduler.framework.FilterPlugin;
import dev.tenure.scheduler.framework.Interest;
import dev.tenure.scheduler.framework.NodeState;
import dev.tenure.scheduler.framework.PodInfo;
import dev.tenure.scheduler.framework.PreFilterPlugin;
import dev.tenure.scheduler.framework.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A pod's bound volumes must be within reach of the node; claims that wait for their first consumer must
/// find a volume there, or one must be able to be made for them.
public final class VolumeBinding implements PreFilterPlugin, FilterPlugin {
    public static final String NAME = "VolumeBinding";

    private static final String UNBOUND = "pod has unbound immediate PersistentVolumeClaims";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean concerns(PodInfo pod, ClusterView cluster) {
        return !pod.claims().isEmpty();
    }

    @Override
    public PreFilterResult preFilter(Cycle cycle) {
        PodInfo pod = cycle.pod();
        var claims = new ArrayList<PersistentVolumeClaim>();
        for (Volume volume : pod.pod().spec().volumes()) {
            Optional<String> name = claimName(pod, volume);
            if (name.isEmpty()) {
                continue;
            }
            Optional<PersistentVolumeClaim> claim = cycle.cluster().claim(pod.namespace(), name.get());
            Optional<String> complaint = complaint(volume, name.get(), claim);
            if (complaint.isPresent()) {
                return PreFilterResult.of(Verdict.Rejected.unresolvable(NAME, complaint.get()));
            }
            claim.ifPresent(claims::add);
        }
        if (claims.isEmpty()) {
            return PreFilterResult.SKIP;
        }
        PodClaims sorted = PodClaims.of(claims, cycle.cluster());
        if (!sorted.immediate().isEmpty()) {
            return PreFilterResult.of(Verdict.Rejected.unresolvable(NAME, UNBOUND));
        }
        cycle.put(NAME, sorted);
        return PreFilterResult.PASS;
    }

    private static Optional<String> claimName(PodInfo pod, Volume volume) {
        return switch (volume.source()) {
            case Volume.Source.Claim(var name, var _) -> Optional.of(name);
            case Volume.Source.Ephemeral _ -> Optional.of(pod.pod().meta().name() + "-" + volume.name());
            case Volume.Source.EmptyDir _, Volume.Source.Exclusive _, Volume.Source.Csi _, Volume.Source.Other _ ->
                Optional.empty();
        };
    }

    private static Optional<String> complaint(Volume volume, String name, Optional<PersistentVolumeClaim> found) {
        if (found.isEmpty()) {
            return Optional.of(
                    volume.source() instanceof Volume.Source.Ephemeral
                            ? "waiting for ephemeral volume controller to create the persistentvolumeclaim \"" + name
                                    + "\""
                            : "persistentvolumeclaim \"" + name + "\" not found");
        }
        PersistentVolumeClaim claim = found.get();
        if (claim.phase().equals("Lost")) {
            return Optional.of("persistentvolumeclaim \"" + name + "\" bound to non-existent persistentvolume \""
                    + claim.volumeName() + "\"");
        }
        return claim.meta().deleting()
                ? Optional.of("persistentvolumeclaim \"" + name + "\" is being deleted")
                : Optional.empty();
    }

    @Override
    public Verdict filter(Cycle cycle, NodeState node) {
        PodClaims claims = cycle.require(NAME, PodClaims.class);
        return switch (VolumeRule.on(claims, cycle.cluster(), node.node())) {
            case VolumeRule.Found _ -> Verdict.Pass.PASS;
            case VolumeRule.Missing(var reasons) -> new Verdict.Rejected(false, NAME, reasons);
        };
    }

    @Override
    public List<Interest> interests() {
        return List.of(
                Interest.always(
                        EventKind.STORAGE_CLASS_ADDED,
                        EventKind.STORAGE_CLASS_UPDATED,
                        EventKind.VOLUME_ADDED,
                        EventKind.VOLUME_UPDATED,
                        EventKind.NODE_ADDED,
                        EventKind.NODE_LABELS_CHANGED,
                        EventKind.CSI_NODE_ADDED),
                Interest.in(VolumeBinding::isOwnClaim, EventKind.CLAIM_ADDED, EventKind.CLAIM_UPDATED));
    }

    private static boolean isOwnClaim(PodInfo waiting, ClusterEvent event) {
        return event instanceof ClusterEvent.OfStorage change
                && change.key().namespace().equals(waiting.namespace())
                && waiting.claims().contains(change.key().name());
    }
}
