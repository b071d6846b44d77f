package dev.tenure.controllers.persistentvolume;

import dev.tenure.model.core.PersistentVolume;
import dev.tenure.model.core.PersistentVolumeClaim;
import dev.tenure.model.core.ResourceList;
import dev.tenure.model.storage.StorageClass;
import dev.tenure.rules.volume.VolumeMatchRule;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Decides what becomes of a claim. Upstream: pv_controller.go (syncUnboundClaim, syncBoundClaim).
final class ClaimSyncRule {
    static final String BIND_COMPLETED = "pv.kubernetes.io/bind-completed";
    static final String BOUND_BY_CONTROLLER = "pv.kubernetes.io/bound-by-controller";
    static final String SELECTED_NODE = "volume.kubernetes.io/selected-node";

    private static final String FAILED_BINDING = "FailedBinding";

    /// What an Event says.
    record Note(boolean warning, String reason, String message) {}

    /// What to do.
    sealed interface Step {
        /// The two are to name each other, as far as they do not yet.
        record Bind(PersistentVolume volume) implements Step {}

        /// Nothing can be done now.
        record Wait(Optional<Note> note) implements Step {}

        /// The class has a volume made.
        record Provision(StorageClass storageClass) implements Step {}

        /// The claim gets the class of those that name none.
        record Classify(String storageClass) implements Step {}

        /// The claim was bound and has lost its volume.
        record Lose(Note note) implements Step {}
    }

    /// What the cluster has.
    ///
    /// @param defaultClass the class of claims that name none
    record View(
            Collection<PersistentVolume> volumes,
            Optional<StorageClass> storageClass,
            Optional<StorageClass> defaultClass) {
        private Optional<PersistentVolume> named(String name) {
            return volumes.stream()
                    .filter(volume -> volume.meta().name().equals(name))
                    .findFirst();
        }
    }

    private ClaimSyncRule() {}

    static Step decide(PersistentVolumeClaim claim, View view) {
        if (claim.meta().annotations().containsKey(BIND_COMPLETED)) {
            return bound(claim, view);
        }
        return claim.volumeName().isEmpty() ? unbound(claim, view) : naming(claim, view);
    }

    private static Step unbound(PersistentVolumeClaim claim, View view) {
        boolean waits =
                view.storageClass().filter(StorageClass::waitForFirstConsumer).isPresent();
        Optional<PersistentVolume> found = match(claim, view.volumes(), waits);
        if (found.isPresent()) {
            return new Step.Bind(found.get());
        }
        if (claim.storageClassName().isEmpty() && view.defaultClass().isPresent()) {
            return new Step.Classify(view.defaultClass().get().meta().name());
        }
        if (waits && !claim.meta().annotations().containsKey(SELECTED_NODE)) {
            return wait(false, "WaitForFirstConsumer", "waiting for first consumer to be created before binding");
        }
        if (claim.className().isEmpty()) {
            return wait(
                    false,
                    FAILED_BINDING,
                    "no persistent volumes available for this claim and no storage class is set");
        }
        return view.storageClass()
                .<Step>map(Step.Provision::new)
                .orElseGet(() -> wait(
                        true,
                        "ProvisioningFailed",
                        "storageclass.storage.k8s.io \"" + claim.className() + "\" not found"));
    }

    /// Volumes with fewest other ways of access come first.
    private static Optional<PersistentVolume> match(
            PersistentVolumeClaim claim, Collection<PersistentVolume> volumes, boolean waits) {
        List<Set<String>> ways = volumes.stream()
                .filter(volume -> volume.accessModes().containsAll(claim.accessModes()))
                .<Set<String>>map(volume -> new HashSet<>(volume.accessModes()))
                .distinct()
                .sorted(Comparator.comparingInt(Set::size))
                .toList();
        for (Set<String> modes : ways) {
            List<PersistentVolume> alike = volumes.stream()
                    .filter(volume -> new HashSet<>(volume.accessModes()).equals(modes))
                    .toList();
            Optional<PersistentVolume> best =
                    VolumeMatchRule.best(claim, alike, new VolumeMatchRule.Place.Anywhere(waits), _ -> false);
            if (best.isPresent()) {
                return best;
            }
        }
        return Optional.empty();
    }

    private static Step naming(PersistentVolumeClaim claim, View view) {
        Optional<PersistentVolume> found = view.named(claim.volumeName());
        if (found.isEmpty()) {
            return new Step.Wait(Optional.empty());
        }
        PersistentVolume volume = found.get();
        if (volume.claim().isEmpty()) {
            Optional<String> mismatch = mismatch(volume, claim);
            return mismatch.isEmpty()
                    ? new Step.Bind(volume)
                    : wait(
                            true,
                            "VolumeMismatch",
                            "Cannot bind to requested volume \"%s\": %s".formatted(claim.volumeName(), mismatch.get()));
        }
        return VolumeMatchRule.keptFor(volume, claim)
                ? new Step.Bind(volume)
                : wait(
                        true,
                        FAILED_BINDING,
                        "volume \"%s\" already bound to a different claim.".formatted(claim.volumeName()));
    }

    private static Optional<String> mismatch(PersistentVolume volume, PersistentVolumeClaim claim) {
        if (volume.meta().deleting()) {
            return Optional.of(
                    "the volume is marked for deletion \"" + volume.meta().name() + "\"");
        }
        if (VolumeMatchRule.size(volume).compareTo(claim.requests().get(ResourceList.STORAGE)) < 0) {
            return Optional.of("requested PV is too small");
        }
        if (!volume.storageClassName().equals(claim.className())) {
            return Optional.of("storageClassName does not match");
        }
        if (!volume.volumeAttributesClassName().equals(claim.volumeAttributesClassName())) {
            return Optional.of("volumeAttributesClassName does not match");
        }
        if (!volume.volumeMode().equals(claim.volumeMode())) {
            return Optional.of("incompatible volumeMode");
        }
        return volume.accessModes().containsAll(claim.accessModes())
                ? Optional.empty()
                : Optional.of("incompatible accessMode");
    }

    private static Step bound(PersistentVolumeClaim claim, View view) {
        if (claim.volumeName().isEmpty()) {
            return lose("ClaimLost", "Bound claim has lost reference to PersistentVolume. Data on the volume is lost!");
        }
        Optional<PersistentVolume> found = view.named(claim.volumeName());
        if (found.isEmpty()) {
            return lose("ClaimLost", "Bound claim has lost its PersistentVolume. Data on the volume is lost!");
        }
        boolean ours = found.get().claim().isEmpty()
                || found.get().claim().get().uid().equals(claim.meta().uid());
        return ours
                ? new Step.Bind(found.get())
                : lose("ClaimMisbound", "Two claims are bound to the same volume, this one is bound incorrectly");
    }

    private static Step wait(boolean warning, String reason, String message) {
        return new Step.Wait(Optional.of(new Note(warning, reason, message)));
    }

    private static Step lose(String reason, String message) {
        return new Step.Lose(new Note(true, reason, message));
    }
}
