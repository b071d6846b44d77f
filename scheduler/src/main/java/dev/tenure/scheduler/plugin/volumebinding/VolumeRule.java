package dev.tenure.scheduler.plugin.volumebinding;

import dev.tenure.model.core.Node;
import dev.tenure.model.core.NodeSelectorRequirement;
import dev.tenure.model.core.PersistentVolume;
import dev.tenure.model.core.PersistentVolumeClaim;
import dev.tenure.model.storage.StorageClass;
import dev.tenure.rules.volume.VolumeMatchRule;
import dev.tenure.scheduler.view.ClusterView;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Which volumes the claims of a pod get if it goes to a node. The smallest volume that is large enough is
/// taken; a claim for which there is none has one made, if its class can make some for this node.
final class VolumeRule {
    private static final String NO_PROVISIONER = "kubernetes.io/no-provisioner";
    private static final String OUT_OF_REACH = "node(s) didn't match PersistentVolume's node affinity";
    private static final String NOTHING_TO_BIND = "node(s) didn't find available persistent volumes to bind";
    private static final String VOLUME_GONE =
            "node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)";

    /// A claim and the volume kept for it.
    ///
    /// @param volumeVersion of the volume as it was chosen
    record Binding(PersistentVolumeClaim claim, PersistentVolume volume, long volumeVersion) {}

    /// A claim for which a volume is to be made.
    ///
    /// @param claimVersion of the claim as it was looked at
    record Provision(PersistentVolumeClaim claim, long claimVersion) {}

    /// What a node has for the claims of a pod.
    sealed interface Answer {}

    /// @param bindings claims that get a volume that exists
    /// @param provisions claims for which one is to be made
    record Found(List<Binding> bindings, List<Provision> provisions) implements Answer {}

    record Missing(List<String> reasons) implements Answer {}

    private VolumeRule() {}

    static Answer on(PodClaims claims, AssumedVolumes assumed, ClusterView cluster, Node node) {
        var reasons = new ArrayList<String>();
        Optional<String> bound = boundComplaint(claims.bound(), cluster, node);
        if (bound.isPresent() && bound.get().equals(OUT_OF_REACH)) {
            reasons.add(OUT_OF_REACH);
        }
        @Nullable Found found = find(claims.waiting(), assumed, cluster, node);
        if (found == null) {
            reasons.add(NOTHING_TO_BIND);
        }
        if (bound.isPresent() && bound.get().equals(VOLUME_GONE)) {
            reasons.add(VOLUME_GONE);
        }
        return found == null || !reasons.isEmpty() ? new Missing(reasons) : found;
    }

    private static Optional<String> boundComplaint(List<PersistentVolumeClaim> claims, ClusterView cluster, Node node) {
        for (PersistentVolumeClaim claim : claims) {
            Optional<PersistentVolume> volume = cluster.volume(claim.volumeName());
            if (volume.isEmpty()) {
                return Optional.of(VOLUME_GONE);
            }
            if (!VolumeMatchRule.reachable(volume.get(), node)) {
                return Optional.of(OUT_OF_REACH);
            }
        }
        return Optional.empty();
    }

    private static @Nullable Found find(
            List<PersistentVolumeClaim> waiting, AssumedVolumes assumed, ClusterView cluster, Node node) {
        var bindings = new ArrayList<Binding>();
        var provisions = new ArrayList<Provision>();
        Set<String> taken = new HashSet<>();
        for (PersistentVolumeClaim claim : waiting) {
            Optional<String> selected = assumed.selectedNode(cluster, claim);
            if (selected.isPresent()) {
                if (!selected.get().equals(node.meta().name())) {
                    return null;
                }
                provisions.add(provision(claim, cluster));
                continue;
            }
            Optional<PersistentVolume> volume = VolumeMatchRule.best(
                    claim,
                    cluster.volumesFor(claim, node),
                    new VolumeMatchRule.Place.On(node),
                    name -> taken.contains(name) || assumed.forAnother(cluster, name, claim));
            if (volume.isPresent()) {
                taken.add(volume.get().meta().name());
                String name = volume.get().meta().name();
                bindings.add(new Binding(claim, volume.get(), cluster.volumeVersion(name)));
            } else {
                provisions.add(provision(claim, cluster));
            }
        }
        for (Provision provision : provisions) {
            if (!canProvision(provision.claim(), cluster, node)) {
                return null;
            }
        }
        return new Found(List.copyOf(bindings), List.copyOf(provisions));
    }

    private static Provision provision(PersistentVolumeClaim claim, ClusterView cluster) {
        return new Provision(
                claim,
                cluster.claimVersion(claim.meta().namespace(), claim.meta().name()));
    }

    private static boolean canProvision(PersistentVolumeClaim claim, ClusterView cluster, Node node) {
        Optional<StorageClass> found = cluster.storageClass(claim.className());
        if (found.isEmpty()
                || found.get().provisioner().isEmpty()
                || found.get().provisioner().equals(NO_PROVISIONER)) {
            return false;
        }
        List<List<NodeSelectorRequirement>> allowed = found.get().allowedTopologies();
        return allowed.isEmpty()
                || allowed.stream()
                        .anyMatch(term -> !term.isEmpty()
                                && term.stream().allMatch(one -> {
                                    String value = node.meta().labels().get(one.key());
                                    return value != null && one.values().contains(value);
                                }));
    }
}
