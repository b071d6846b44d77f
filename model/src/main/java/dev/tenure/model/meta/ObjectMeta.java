package dev.tenure.model.meta;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The metadata of an object, without its revision (see [StoredObject#revision()]) and without managed
/// fields.
///
/// @param namespace empty for objects of the whole cluster
/// @param uid empty before the API server gave one
/// @param generation 0 when the kind does not count generations
/// @param creationTimestamp [Instant#EPOCH] before the API server gave one; whole seconds
public record ObjectMeta(
        String name,
        String namespace,
        String uid,
        long generation,
        Instant creationTimestamp,
        Optional<Deletion> deletion,
        Map<String, String> labels,
        Map<String, String> annotations,
        List<OwnerReference> ownerReferences,
        List<String> finalizers) {
    /// A deletion under way.
    ///
    /// @param at when the grace period ends; whole seconds
    /// @param graceSeconds length of the grace period
    public record Deletion(Instant at, long graceSeconds) {}

    public ObjectMeta {
        labels = Frozen.map(labels);
        annotations = Frozen.map(annotations);
        ownerReferences = List.copyOf(ownerReferences);
        finalizers = List.copyOf(finalizers);
    }

    public boolean deleting() {
        return deletion.isPresent();
    }

    /// Whether the object with a uid manages this one.
    public boolean isControlledBy(String uid) {
        return controllerOwner().filter(owner -> owner.uid().equals(uid)).isPresent();
    }

    /// The owner that manages this object, if one does.
    public Optional<OwnerReference> controllerOwner() {
        for (OwnerReference owner : ownerReferences) {
            if (owner.controller()) {
                return Optional.of(owner);
            }
        }
        return Optional.empty();
    }
}
