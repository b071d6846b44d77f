package dev.tenure.scheduler.plugin.volumerestrictions;

import dev.tenure.model.core.PersistentVolumeClaim;
import dev.tenure.model.core.Volume;
import dev.tenure.scheduler.framework.ClusterEvent;
import dev.tenure.scheduler.framework.Cycle;
import dev.tenure.scheduler.framework.EventKind;
import dev.tenure.scheduler.framework.FilterPlugin;
import dev.tenure.scheduler.framework.Interest;
import dev.tenure.scheduler.framework.PluginState;
import dev.tenure.scheduler.framework.PreFilterPlugin;
import dev.tenure.scheduler.framework.Verdict;
import dev.tenure.scheduler.view.ClusterView;
import dev.tenure.scheduler.view.NodeState;
import dev.tenure.scheduler.view.PodInfo;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A claim with access mode ReadWriteOncePod serves one pod only; a disk that one node may write is not
/// shared there.
public final class VolumeRestrictions implements PreFilterPlugin, FilterPlugin {
    public static final String NAME = "VolumeRestrictions";

    private static final String ONCE_POD = "ReadWriteOncePod";
    private static final Verdict DISK_TAKEN = Verdict.Rejected.resolvable(NAME, "node(s) had no available disk");
    private static final Verdict CLAIM_TAKEN = Verdict.Rejected.resolvable(
            NAME,
            "node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod access mode already in-use by"
                    + " another pod");

    private record Taken(Set<String> claims, int uses) implements PluginState {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean concerns(PodInfo pod, ClusterView cluster) {
        return !pod.claims().isEmpty() || !disks(pod).isEmpty();
    }

    @Override
    public PreFilterResult preFilter(Cycle cycle) {
        PodInfo pod = cycle.pod();
        var oncePod = new HashSet<String>();
        for (Volume volume : pod.pod().spec().volumes()) {
            if (volume.source() instanceof Volume.Source.Claim(var name, var _)) {
                Optional<PersistentVolumeClaim> claim = cycle.cluster().claim(pod.namespace(), name);
                if (claim.isEmpty()) {
                    return PreFilterResult.of(
                            Verdict.Rejected.unresolvable(NAME, "persistentvolumeclaim \"" + name + "\" not found"));
                }
                if (claim.get().accessModes().contains(ONCE_POD)) {
                    oncePod.add(name);
                }
            }
        }
        int uses = (int) oncePod.stream()
                .filter(name -> cycle.cluster().claimInUse(pod.namespace(), name))
                .count();
        if (uses == 0 && disks(pod).isEmpty()) {
            return PreFilterResult.SKIP;
        }
        cycle.put(NAME, new Taken(oncePod, uses));
        return PreFilterResult.PASS;
    }

    private static List<Volume> disks(PodInfo pod) {
        return pod.pod().spec().volumes().stream()
                .filter(volume -> volume.source() instanceof Volume.Source.Exclusive)
                .toList();
    }

    @Override
    public void podAdded(Cycle cycle, PodInfo pod, NodeState node) {
        change(cycle, pod, 1);
    }

    @Override
    public void podRemoved(Cycle cycle, PodInfo pod, NodeState node) {
        change(cycle, pod, -1);
    }

    private static void change(Cycle cycle, PodInfo pod, int by) {
        Taken taken = cycle.require(NAME, Taken.class);
        int uses = (int) pod.pod().spec().volumes().stream()
                .filter(volume -> volume.source() instanceof Volume.Source.Claim(var name, var _)
                        && taken.claims().contains(name))
                .count();
        if (uses > 0) {
            cycle.put(NAME, new Taken(taken.claims(), taken.uses() + by * uses));
        }
    }

    @Override
    public Verdict filter(Cycle cycle, NodeState node) {
        if (diskTaken(cycle.pod(), node.pods())) {
            return DISK_TAKEN;
        }
        return cycle.require(NAME, Taken.class).uses() > 0 ? CLAIM_TAKEN : Verdict.Pass.PASS;
    }

    private static boolean diskTaken(PodInfo pod, List<PodInfo> others) {
        for (Volume wanted : disks(pod)) {
            for (PodInfo other : others) {
                if (disks(other).stream().anyMatch(used -> conflict(wanted, used))) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean conflict(Volume wanted, Volume used) {
        return wanted.type().equals(used.type())
                && wanted.source() instanceof Volume.Source.Exclusive mine
                && used.source() instanceof Volume.Source.Exclusive theirs
                && mine.identity().equals(theirs.identity())
                && !(mine.readOnly() && theirs.readOnly());
    }

    @Override
    public List<Interest> interests() {
        return List.of(
                Interest.in(VolumeRestrictions::frees, EventKind.ASSIGNED_POD_DELETED),
                Interest.always(EventKind.NODE_ADDED),
                Interest.in(VolumeRestrictions::isOwnClaim, EventKind.CLAIM_ADDED));
    }

    private static boolean frees(PodInfo waiting, ClusterEvent event) {
        if (!(event instanceof ClusterEvent.OfPod gone)) {
            return true;
        }
        PodInfo pod = gone.subject();
        return pod.namespace().equals(waiting.namespace())
                && (diskTaken(waiting, List.of(pod)) || pod.claims().stream().anyMatch(waiting.claims()::contains));
    }

    private static boolean isOwnClaim(PodInfo waiting, ClusterEvent event) {
        return event instanceof ClusterEvent.OfStorage change
                && change.key().namespace().equals(waiting.namespace())
                && waiting.claims().contains(change.key().name());
    }
}
