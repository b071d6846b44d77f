package dev.tenure.store.etcd;

import dev.tenure.model.meta.StoredObject;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// Writes of this process that etcd has not told of yet, so that what comes back needs no reading: it is the object
/// that
/// was written. Safe for use by several threads.
final class Pending {
    /// @param value empty for a deletion
    /// @param before the revision of what it replaces or deletes; 0 for a new object
    private record Expected(byte[] value, long before, StoredObject object) {}

    private final Map<String, List<Expected>> byKey = new ConcurrentHashMap<>();

    /// A write that is under way; to be closed when it is known how it ended.
    interface Mark extends AutoCloseable {
        @Override
        void close();
    }

    Mark putting(String key, byte[] value, StoredObject object) {
        return mark(key, new Expected(value, 0, object));
    }

    Mark deleting(String key, long before, StoredObject last) {
        return mark(key, new Expected(new byte[0], before, last));
    }

    private Mark mark(String key, Expected expected) {
        byKey.merge(key, List.of(expected), (some, one) -> {
            var all = new ArrayList<>(some);
            all.addAll(one);
            return List.copyOf(all);
        });
        return () -> byKey.computeIfPresent(key, (_, all) -> {
            List<Expected> others = all.stream().filter(one -> one != expected).toList();
            return others.isEmpty() ? null : others;
        });
    }

    /// The object that was written with these very bytes.
    Optional<StoredObject> put(String key, byte[] value) {
        return byKey.getOrDefault(key, List.of()).stream()
                .filter(one -> one.value.length > 0 && Arrays.equals(one.value, value))
                .map(Expected::object)
                .findFirst();
    }

    /// The last state that was given with the deletion of what stood there as of a revision.
    Optional<StoredObject> deleted(String key, long before) {
        return byKey.getOrDefault(key, List.of()).stream()
                .filter(one -> one.value.length == 0 && one.before == before)
                .map(Expected::object)
                .findFirst();
    }
}
