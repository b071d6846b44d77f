package dev.tenure.apiserver.handler;

import dev.tenure.wire.json.JsonPlace;
import java.util.Arrays;
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
        return inOrder
                ? Optional.of(new Places(
                        metadata, metadata.members(json, MANAGED_FIELDS).getFirst(), spec, status))
                : Optional.empty();
    }

    /// The places in a text that was made from this one by replacing managers and status; found by a full look where
    /// more is different.
    Optional<Places> in(byte[] after, byte[] before) {
        if (managers.isEmpty()
                || !Arrays.equals(
                        before,
                        0,
                        managers.get().from(),
                        after,
                        0,
                        managers.get().from())) {
            return of(after);
        }
        JsonPlace old = managers.get();
        JsonPlace now = JsonPlace.startingAt(after, old.from());
        int longer = now.to() - old.to();
        int end = after.length - (before.length - status.to());
        boolean same = end > status.from() + longer
                && Arrays.equals(before, old.to(), status.from(), after, now.to(), status.from() + longer)
                && Arrays.equals(before, status.to(), before.length, after, end, after.length);
        return same
                ? Optional.of(new Places(
                        new JsonPlace(metadata.from(), metadata.to() + longer),
                        Optional.of(now),
                        new JsonPlace(spec.from() + longer, spec.to() + longer),
                        new JsonPlace(status.from() + longer, end)))
                : of(after);
    }
}
