package dev.tenure.store.memory;

import dev.tenure.model.meta.Frozen;
import dev.tenure.store.Store.ResourceId;
import java.util.Map;
import java.util.Set;

/// What a store keeps besides the objects.
///
/// @param indexed for each resource the header fields that get an index
/// @param historyBytesMax when the history holds more bytes of JSON than this, its oldest part is forgotten
public record StateOptions(Map<ResourceId, Set<String>> indexed, long historyBytesMax) {
    public static final long HISTORY_BYTES_MAX = 512L << 20;

    public StateOptions {
        indexed = Frozen.map(indexed);
    }

    /// With the usual bound on history.
    public static StateOptions indexing(Map<ResourceId, Set<String>> indexed) {
        return new StateOptions(indexed, HISTORY_BYTES_MAX);
    }

    /// The header fields of `resource` that have an index.
    Set<String> fieldsOf(ResourceId resource) {
        return indexed.getOrDefault(resource, Set.of());
    }
}
