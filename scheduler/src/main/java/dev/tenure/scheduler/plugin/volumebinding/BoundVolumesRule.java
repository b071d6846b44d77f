package dev.tenure.scheduler.plugin.volumebinding;

import dev.tenure.model.core.Node;
import dev.tenure.model.core.PersistentVolume;
import dev.tenure.model.core.PersistentVolumeClaim;
import dev.tenure.rules.volume.VolumeMatchRule;
import dev.tenure.scheduler.plugin.volumebinding.VolumeRule.Binding;
import dev.tenure.scheduler.view.ClusterView;
import java.util.Optional;

/// Decides whether the claims of a pod have been bound as its node was chosen for. Upstream: binder.go
/// (checkBindings).
final class BoundVolumesRule {
    private static final String BIND_COMPLETED = "pv.kubernetes.io/bind-completed";

    sealed interface Answer {
        record AllBound() implements Answer {}

        record NotYet() implements Answer {}

        /// It will not come about; the pod has to be placed anew.
        record Failed(String message) implements Answer {}
    }

    private BoundVolumesRule() {}

    static Answer look(VolumeRule.Found found, ClusterView cluster, Node node) {
        boolean all = true;
        for (Binding binding : found.bindings()) {
            Answer answer = ofBinding(binding, cluster, node);
            if (answer instanceof Answer.Failed) {
                return answer;
            }
            all &= answer instanceof Answer.AllBound;
        }
        for (VolumeRule.Provision provision : found.provisions()) {
            Answer answer = ofProvision(provision, cluster, node);
            if (answer instanceof Answer.Failed) {
                return answer;
            }
            all &= answer instanceof Answer.AllBound;
        }
        return all ? new Answer.AllBound() : new Answer.NotYet();
    }

    /// What stands unchanged since the choice has not been seen with what was written.
    private static Answer ofBinding(Binding binding, ClusterView cluster, Node node) {
        String name = binding.volume().meta().name();
        Optional<PersistentVolume> volume = cluster.volume(name);
        Optional<PersistentVolumeClaim> claim = now(binding.claim(), cluster);
        if (volume.isEmpty() || claim.isEmpty()) {
            return new Answer.Failed("volume \"%s\" or its claim is gone".formatted(name));
        }
        if (cluster.volumeVersion(name) == binding.volumeVersion()) {
            return new Answer.NotYet();
        }
        if (!VolumeMatchRule.reachable(volume.get(), node)) {
            return unreachable(volume.get(), node);
        }
        if (volume.get().claim().filter(by -> !by.uid().isEmpty()).isEmpty()) {
            return new Answer.Failed("ClaimRef got reset for pv \"%s\"".formatted(name));
        }
        return bound(claim.get());
    }

    private static Answer ofProvision(VolumeRule.Provision provision, ClusterView cluster, Node node) {
        PersistentVolumeClaim chosen = provision.claim();
        Optional<PersistentVolumeClaim> claim = now(chosen, cluster);
        if (claim.isEmpty()) {
            return new Answer.Failed(
                    "claim \"%s\" is gone".formatted(chosen.meta().name()));
        }
        if (cluster.claimVersion(chosen.meta().namespace(), chosen.meta().name()) == provision.claimVersion()) {
            return new Answer.NotYet();
        }
        if (!node.name().equals(claim.get().meta().annotations().get(AssumedVolumes.SELECTED_NODE))) {
            return new Answer.Failed(
                    "provisioning failed for PVC \"%s\"".formatted(chosen.meta().name()));
        }
        if (claim.get().volumeName().isEmpty()) {
            return new Answer.NotYet();
        }
        Optional<PersistentVolume> volume = cluster.volume(claim.get().volumeName());
        if (volume.isEmpty()) {
            return new Answer.NotYet();
        }
        return VolumeMatchRule.reachable(volume.get(), node) ? bound(claim.get()) : unreachable(volume.get(), node);
    }

    private static Optional<PersistentVolumeClaim> now(PersistentVolumeClaim claim, ClusterView cluster) {
        return cluster.claim(claim.meta().namespace(), claim.meta().name());
    }

    private static Answer bound(PersistentVolumeClaim claim) {
        return !claim.volumeName().isEmpty() && claim.meta().annotations().containsKey(BIND_COMPLETED)
                ? new Answer.AllBound()
                : new Answer.NotYet();
    }

    private static Answer unreachable(PersistentVolume volume, Node node) {
        return new Answer.Failed("pv \"%s\" node affinity doesn't match node \"%s\""
                .formatted(volume.meta().name(), node.name()));
    }
}
