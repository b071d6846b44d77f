package dev.tenure.controllers.workload;

import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.OwnerReference;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.rules.pod.PodRule;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// Which workloads have to look again when a pod has changed: the one that controls it, or, while nobody
/// does, all that might adopt it. Upstream: resolveControllerRef and getPodReplicaSets, getPodDaemonSets,
/// getStatefulSetsForPod.
public final class ConcernedRule {
    private ConcernedRule() {}

    /// @param adopting the workloads of the kind `type` that would adopt the pod; asked where nobody controls
    ///     it
    /// @return their keys; none when something of another kind controls the pod
    public static List<ObjectKey> workloads(
            ResourceType type, StoredObject pod, Supplier<List<StoredObject>> adopting) {
        Optional<OwnerReference> owner = OwnedPodsCache.owner(pod);
        String namespace = pod.key().namespace();
        if (owner.isPresent()) {
            return owner.get().kind().equals(type.kind())
                    ? List.of(type.key(namespace, owner.get().name()))
                    : List.of();
        }
        return adopting.get().stream().map(StoredObject::key).toList();
    }

    /// Whether a change may have been one from some workloads to others.
    public static boolean moved(StoredObject before, StoredObject after) {
        return !before.header().labels().equals(after.header().labels())
                || !before.header().ownerUids().equals(after.header().ownerUids());
    }

    /// Whether a change may matter to whoever counts pods: whether they are there, belong to it, stay, have
    /// ended and are ready. Where a pod is and what its containers do does not.
    public static boolean counts(StoredObject before, StoredObject after) {
        return before.header().deleting() != after.header().deleting()
                || moved(before, after)
                || state(before.view(Pod.class), after.view(Pod.class));
    }

    private static boolean state(Pod before, Pod after) {
        return PodRule.terminal(before) != PodRule.terminal(after)
                || !before.status().condition(Pod.READY).equals(after.status().condition(Pod.READY));
    }
}
