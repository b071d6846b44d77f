package dev.tenure.controllers.statefulset;

import dev.tenure.controllers.workload.PodTemplateShape;
import dev.tenure.model.core.PersistentVolumeClaim;
import dev.tenure.model.meta.OwnerReference;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;
import java.util.Optional;

/// Who owns the claims of a set's pods, so that the garbage collector removes them in time: the set, when
/// they are to go with it; a pod that is one too many, when they are to go with that; else nobody. Pure.
/// Upstream: stateful_set_utils.go (isClaimOwnerUpToDate, updateClaimOwnerRefForSetAndPod,
/// hasUnexpectedController).
final class ClaimOwners {
    private final StoredObject set;
    private final boolean withSet;
    private final boolean withPod;

    /// @param gone uids of owners that a claim loses
    /// @param added the owner that it gets
    /// @param conflict whether somebody else controls it, so that it gets none
    record Change(List<String> gone, Optional<ObjectNode> added, boolean conflict) {
        boolean isNone() {
            return gone.isEmpty() && added.isEmpty();
        }
    }

    ClaimOwners(StoredObject set) {
        this.set = set;
        JsonNode policy = Document.of(set.content()).at("spec", "persistentVolumeClaimRetentionPolicy");
        this.withSet = policy.path("whenDeleted").asText("").equals("Delete");
        this.withPod = policy.path("whenScaled").asText("").equals("Delete");
    }

    /// The owner with which a claim is made for a pod that is wanted.
    Optional<ObjectNode> first() {
        return withSet
                ? Optional.of(PodTemplateShape.controllerReference(ResourceTypes.STATEFUL_SETS, set))
                : Optional.empty();
    }

    /// @param surplus whether the pod is one too many
    Change of(StoredObject claim, StoredObject pod, boolean surplus) {
        List<OwnerReference> owners =
                claim.view(PersistentVolumeClaim.class).meta().ownerReferences();
        boolean conflict = (withSet || withPod) && owners.stream().anyMatch(owner -> isForeign(owner, pod));
        Optional<ObjectNode> wanted = conflict ? Optional.empty() : wanted(pod, surplus);
        String uid = wanted.map(owner -> owner.path("uid").asText()).orElse("");
        List<String> gone = owners.stream()
                .filter(owner ->
                        names(owner, ResourceTypes.STATEFUL_SETS, set) || names(owner, ResourceTypes.PODS, pod))
                .map(OwnerReference::uid)
                .filter(owner -> !owner.equals(uid))
                .toList();
        boolean there = owners.stream().anyMatch(owner -> owner.uid().equals(uid));
        return new Change(gone, there ? Optional.empty() : wanted, conflict);
    }

    private Optional<ObjectNode> wanted(StoredObject pod, boolean surplus) {
        if (withPod && surplus) {
            return Optional.of(PodTemplateShape.controllerReference(ResourceTypes.PODS, pod));
        }
        return first();
    }

    /// Whether an owner controls the claim that is not the set or the pod, or is an earlier one of the same
    /// name.
    private boolean isForeign(OwnerReference owner, StoredObject pod) {
        if (names(owner, ResourceTypes.STATEFUL_SETS, set)) {
            return !owner.uid().equals(set.uid());
        }
        if (names(owner, ResourceTypes.PODS, pod)) {
            return !owner.uid().equals(pod.uid());
        }
        return owner.controller();
    }

    private static boolean names(OwnerReference owner, ResourceType type, StoredObject object) {
        return owner.apiVersion().equals(type.apiVersion())
                && owner.kind().equals(type.kind())
                && owner.name().equals(object.key().name());
    }
}
