package dev.tenure.apiserver.registry.meta;

import dev.tenure.apiserver.registry.KindStrategy;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;

/// A plain kind whose status is written by a subresource that changes nothing else: neither the spec nor what
/// the metadata say.
public interface SeparateStatus extends PlainKind {
    /// What of the metadata a write of the status leaves as it is.
    List<String> KEPT =
            List.of("deletionTimestamp", "generation", "labels", "annotations", "finalizers", "ownerReferences");

    @Override
    default void prepareForUpdate(ObjectNode next, ObjectNode old, String subresource) {
        PlainKind.super.prepareForUpdate(next, old, subresource);
        boolean ofStatus = !subresource.isEmpty();
        if (ofStatus
                && next.path("metadata") instanceof ObjectNode changed
                && old.path("metadata") instanceof ObjectNode before) {
            KEPT.forEach(field -> KindStrategy.keep(changed, before, field));
        }
    }

    /// Puts all metadata back but what they say of managers: for kinds whose status alone is taken from a
    /// write of the status.
    static void keepMetadata(ObjectNode next, ObjectNode old) {
        if (next.path("metadata") instanceof ObjectNode changed && old.path("metadata") instanceof ObjectNode before) {
            ObjectNode kept = before.deepCopy();
            KindStrategy.keep(kept, changed, "managedFields");
            next.set("metadata", kept);
        }
    }

    @Override
    default List<String> resetFields(String subresource) {
        return subresource.isEmpty() ? List.of("status") : List.of("metadata", "spec");
    }
}
