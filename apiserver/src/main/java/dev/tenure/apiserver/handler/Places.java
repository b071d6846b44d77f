package dev.tenure.apiserver.handler;

import dev.tenure.wire.json.JsonPlace;
import java.util.List;
import java.util.Optional;

/// Where the parts of the stored form of an object stand, in this order.
///
/// @param managers of the metadata; empty when the object has none
record Places(JsonPlace metadata, Optional<JsonPlace> managers, JsonPlace spec, JsonPlace status) {
    private static final List<String> PARTS = List.of("metadata", "spec", "status");
    private static final List<String> MANAGED_FIELDS = List.of("managedFields");

    /// @return empty when a part is missing or they stand in another order
    static Optional<Places> of(byte[] json) {
        List<Optional<JsonPlace>> parts = JsonPlace.of(json).members(json, PARTS);
        if (!parts.stream().allMatch(Optional::isPresent)) {
            return Optional.empty();
        }
        JsonPlace metadata = parts.get(0).orElseThrow();
        JsonPlace spec = parts.get(1).orElseThrow();
        JsonPlace status = parts.get(2).orElseThrow();
        boolean inOrder = metadata.to() < spec.from() && spec.to() < status.from();
        return inOrder ? Optional.of(of(json, metadata, spec, status)) : Optional.empty();
    }

    private static Places of(byte[] json, JsonPlace metadata, JsonPlace spec, JsonPlace status) {
        return new Places(metadata, metadata.members(json, MANAGED_FIELDS).getFirst(), spec, status);
    }

    /// In a text with another list of managers and another status.
    Places withStatus(JsonPlace newManagers, JsonPlace newStatus) {
        int longer = newManagers.length() - managers.orElse(newManagers).length();
        return new Places(
                new JsonPlace(metadata.from(), metadata.to() + longer),
                Optional.of(newManagers),
                new JsonPlace(spec.from() + longer, spec.to() + longer),
                newStatus);
    }

    /// In a text with other metadata and another status.
    ///
    /// @param json that text
    Places withMetadata(byte[] json, JsonPlace newMetadata, JsonPlace newStatus) {
        int longer = newMetadata.length() - metadata.length();
        return of(json, newMetadata, new JsonPlace(spec.from() + longer, spec.to() + longer), newStatus);
    }
}
