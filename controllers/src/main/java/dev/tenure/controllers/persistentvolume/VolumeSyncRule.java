package dev.tenure.controllers.persistentvolume;

import dev.tenure.model.core.PersistentVolume;
import dev.tenure.model.core.PersistentVolumeClaim;
import java.util.Optional;

/// Decides what becomes of a volume. Upstream: pv_controller.go (syncVolume).
final class VolumeSyncRule {
    static final String PROVISIONED_BY = "pv.kubernetes.io/provisioned-by";

    /// What to do.
    sealed interface Step {
        /// The status is to name this phase.
        record Phase(String phase) implements Step {}

        /// The claim has not taken notice yet.
        record WakeClaim() implements Step {}

        /// Nobody claims it any more: it is released and, as its policy has it, deleted.
        record Release() implements Step {}

        /// Its claim has another volume: it is free again.
        record Unbind() implements Step {}
    }

    private VolumeSyncRule() {}

    /// @param claim that the volume names
    /// @param deletes whether the volume's policy is to be deleted with its claim
    static Step decide(PersistentVolume volume, Optional<PersistentVolumeClaim> claim, boolean deletes) {
        if (volume.claim().isEmpty() || volume.claim().get().uid().isEmpty()) {
            return new Step.Phase("Available");
        }
        Optional<PersistentVolumeClaim> own = claim.filter(
                found -> found.meta().uid().equals(volume.claim().get().uid()));
        if (own.isEmpty()) {
            return new Step.Release();
        }
        if (own.get().volumeName().isEmpty()) {
            return new Step.WakeClaim();
        }
        if (own.get().volumeName().equals(volume.meta().name())) {
            return new Step.Phase("Bound");
        }
        boolean made = volume.meta().annotations().containsKey(PROVISIONED_BY);
        return made && deletes ? new Step.Release() : new Step.Unbind();
    }
}
