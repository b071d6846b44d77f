package dev.tenure.rules.volume;

import dev.tenure.model.core.PersistentVolumeClaim;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.Volume;
import java.util.Optional;

/// Which claims the volumes of a pod are. Pure. Upstream: component-helpers/storage/ephemeral and
/// pkg/controller/volume/pvcprotection (podUsesPVCForDeletion).
public final class PodVolumeRule {
    private PodVolumeRule() {}

    /// The name of a volume's claim, in the pod's namespace; empty when it is something else.
    public static Optional<String> claim(Pod pod, Volume volume) {
        return switch (volume.source()) {
            case Volume.Source.Claim(var name, var _) -> Optional.of(name);
            case Volume.Source.Ephemeral _ -> Optional.of(pod.meta().name() + "-" + volume.name());
            case Volume.Source.EmptyDir _, Volume.Source.Exclusive _, Volume.Source.Csi _, Volume.Source.Other _ ->
                Optional.empty();
        };
    }

    /// Whether a claim was made for this very pod, as those of volumes that live with their pod have to be.
    public static boolean owns(Pod pod, PersistentVolumeClaim claim) {
        return claim.meta().isControlledBy(pod.meta().uid());
    }

    /// What is told of a claim that has the name of one which lives with a pod, and was not made for it.
    public static String notOwned(Pod pod, String claim) {
        return "PVC %1$s/%2$s was not created for pod %1$s/%3$s (pod is not owner)"
                .formatted(pod.meta().namespace(), claim, pod.meta().name());
    }

    /// Whether a claim has to stay because of a pod of its namespace: pods without a node do not hold it,
    /// those that have ended do.
    public static boolean holds(Pod pod, PersistentVolumeClaim claim) {
        return !pod.spec().nodeName().isEmpty()
                && pod.spec().volumes().stream()
                        .filter(volume -> claim(pod, volume)
                                .filter(claim.meta().name()::equals)
                                .isPresent())
                        .anyMatch(volume -> !(volume.source() instanceof Volume.Source.Ephemeral)
                                || (owns(pod, claim) && !isShutDown(pod)));
    }

    /// Whether its node is done with it, or nobody waits for the node.
    private static boolean isShutDown(Pod pod) {
        return pod.meta()
                .deletion()
                .filter(deletion -> deletion.graceSeconds() == 0)
                .isPresent();
    }
}
