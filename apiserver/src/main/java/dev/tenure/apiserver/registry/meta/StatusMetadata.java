package dev.tenure.apiserver.registry.meta;

import dev.tenure.apiserver.registry.KindStrategy;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;

/// What of an object's metadata a write of its status leaves as it is, for the kinds whose status says nothing about
/// them.
public final class StatusMetadata {
    private static final List<String> KEPT =
            List.of("deletionTimestamp", "generation", "labels", "annotations", "finalizers", "ownerReferences");

    private StatusMetadata() {}

    /// Puts them back, in place.
    public static void keep(ObjectNode next, ObjectNode old) {
        if (next.path("metadata") instanceof ObjectNode changed && old.path("metadata") instanceof ObjectNode before) {
            KEPT.forEach(field -> KindStrategy.keep(changed, before, field));
        }
    }
}
