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
    private static final int PART_OF_HEAP = 8;

    public StateOptions {
        indexed = Frozen.map(indexed);
    }

    /// With the usual bound on history: an eighth of the heap at most.
    public static StateOptions indexing(Map<ResourceId, Set<String>> indexed) {
        long room = Runtime.getRuntime().maxMemory() / PART_OF_HEAP;
        return new StateOptions(indexed, Math.min(HISTORY_BYTES_MAX, room));
    }

    /// The header fields of `resource` that have an index.
    Set<String> fieldsOf(ResourceId resource) {
        return indexed.getOrDefault(resource, Set.of());
    }
}
