package dev.tenure.scheduler.plugin.volumebinding;

import dev.tenure.model.core.PersistentVolumeClaim;
import dev.tenure.model.core.ResourceList;
import dev.tenure.model.storage.StorageClass;
import dev.tenure.scheduler.framework.PluginState;
import dev.tenure.scheduler.view.ClusterView;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// The claims of a pod by how far they are bound.
///
/// @param immediate not bound, and to be bound without waiting for a pod
/// @param waiting not bound, waiting for their first consumer; the smallest first
record PodClaims(
        List<PersistentVolumeClaim> bound, List<PersistentVolumeClaim> immediate, List<PersistentVolumeClaim> waiting)
        implements PluginState {
    private static final String BIND_COMPLETED = "pv.kubernetes.io/bind-completed";

    static PodClaims of(List<PersistentVolumeClaim> claims, ClusterView cluster) {
        var bound = new ArrayList<PersistentVolumeClaim>();
        var immediate = new ArrayList<PersistentVolumeClaim>();
        var waiting = new ArrayList<PersistentVolumeClaim>();
        for (PersistentVolumeClaim claim : claims) {
            boolean named = !claim.volumeName().isEmpty();
            if (named && claim.meta().annotations().containsKey(BIND_COMPLETED)) {
                bound.add(claim);
            } else if (!named && waits(claim, cluster)) {
                waiting.add(claim);
            } else {
                immediate.add(claim);
            }
        }
        waiting.sort(Comparator.comparing(claim -> claim.requests().get(ResourceList.STORAGE)));
        return new PodClaims(bound, immediate, waiting);
    }

    private static boolean waits(PersistentVolumeClaim claim, ClusterView cluster) {
        Optional<StorageClass> storageClass =
                claim.className().isEmpty() ? Optional.empty() : cluster.storageClass(claim.className());
        return storageClass.isPresent() && storageClass.get().waitForFirstConsumer();
    }
}
