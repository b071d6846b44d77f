package dev.tenure.scheduler.plugin.nodevolumelimits;

import dev.tenure.model.core.PersistentVolume;
import dev.tenure.model.core.PersistentVolumeClaim;
import dev.tenure.model.storage.CsiNode;
import dev.tenure.model.storage.StorageClass;
import dev.tenure.scheduler.framework.ClusterEvent;
import dev.tenure.scheduler.framework.Cycle;
import dev.tenure.scheduler.framework.EventKind;
import dev.tenure.scheduler.framework.FilterPlugin;
import dev.tenure.scheduler.framework.Interest;
import dev.tenure.scheduler.framework.PreFilterPlugin;
import dev.tenure.scheduler.framework.Verdict;
import dev.tenure.scheduler.view.ClusterView;
import dev.tenure.scheduler.view.NodeState;
import dev.tenure.scheduler.view.PodInfo;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A node's storage drivers can attach only so many volumes. Volumes that two pods share count once.
public final class NodeVolumeLimits implements PreFilterPlugin, FilterPlugin {
    public static final String NAME = "NodeVolumeLimits";

    private static final Verdict TOO_MANY = Verdict.Rejected.resolvable(NAME, "node(s) exceed max volume count");

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
        return cycle.pod().claims().isEmpty() ? PreFilterResult.SKIP : PreFilterResult.PASS;
    }

    @Override
    public Verdict filter(Cycle cycle, NodeState node) {
        PodInfo pod = cycle.pod();
        var wanted = new HashMap<String, String>();
        for (String name : pod.claims()) {
            Optional<PersistentVolumeClaim> claim = cycle.cluster().claim(pod.namespace(), name);
            if (claim.isEmpty()) {
                return Verdict.Rejected.unresolvable(
                        NAME,
                        "looking up PVC " + pod.namespace() + "/" + name + ": persistentvolumeclaim \"" + name
                                + "\" not found");
            }
            addVolume(wanted, claim.get(), cycle.cluster());
        }
        Map<String, Integer> limits = limits(cycle.cluster().csiNode(node.name()));
        if (wanted.isEmpty() || limits.isEmpty()) {
            return Verdict.Pass.PASS;
        }
        Map<String, String> attached = attached(cycle.cluster(), node);
        wanted.keySet().removeAll(attached.keySet());
        for (Map.Entry<String, Integer> limit : limits.entrySet()) {
            long more = count(wanted, limit.getKey());
            if (more > 0 && more + count(attached, limit.getKey()) > limit.getValue()) {
                return TOO_MANY;
            }
        }
        return Verdict.Pass.PASS;
    }

    private static long count(Map<String, String> driverOfVolume, String driver) {
        return driverOfVolume.values().stream().filter(driver::equals).count();
    }

    private static Map<String, Integer> limits(Optional<CsiNode> csiNode) {
        var limits = new HashMap<String, Integer>();
        if (csiNode.isPresent()) {
            for (CsiNode.Driver driver : csiNode.get().drivers()) {
                driver.volumesMax().ifPresent(max -> limits.put(driver.name(), max));
            }
        }
        return limits;
    }

    private static Map<String, String> attached(ClusterView cluster, NodeState node) {
        var attached = new HashMap<String, String>();
        for (PodInfo pod : node.pods()) {
            for (String name : pod.claims()) {
                cluster.claim(pod.namespace(), name).ifPresent(claim -> addVolume(attached, claim, cluster));
            }
        }
        return attached;
    }

    private static void addVolume(
            Map<String, String> driverOfVolume, PersistentVolumeClaim claim, ClusterView cluster) {
        Optional<PersistentVolume> bound =
                claim.volumeName().isEmpty() ? Optional.empty() : cluster.volume(claim.volumeName());
        if (bound.isPresent()) {
            PersistentVolume volume = bound.get();
            if (!volume.csiDriver().isEmpty() && !volume.csiVolumeHandle().isEmpty()) {
                driverOfVolume.put(volume.csiDriver() + "/" + volume.csiVolumeHandle(), volume.csiDriver());
            }
            return;
        }
        Optional<StorageClass> storageClass =
                claim.className().isEmpty() ? Optional.empty() : cluster.storageClass(claim.className());
        storageClass.ifPresent(found -> driverOfVolume.put(
                "claim/" + claim.meta().namespace() + "/" + claim.meta().name(), found.provisioner()));
    }

    @Override
    public List<Interest> interests() {
        return List.of(
                Interest.always(EventKind.CSI_NODE_ADDED, EventKind.CSI_NODE_UPDATED),
                Interest.in(NodeVolumeLimits::frees, EventKind.ASSIGNED_POD_DELETED),
                Interest.in(NodeVolumeLimits::isOwnClaim, EventKind.CLAIM_ADDED));
    }

    private static boolean frees(PodInfo waiting, ClusterEvent event) {
        return !(event instanceof ClusterEvent.OfPod gone)
                || (gone.subject().heldNode() && !gone.subject().claims().isEmpty());
    }

    private static boolean isOwnClaim(PodInfo waiting, ClusterEvent event) {
        return event instanceof ClusterEvent.OfStorage change
                && change.key().namespace().equals(waiting.namespace())
                && waiting.claims().contains(change.key().name());
    }
}
