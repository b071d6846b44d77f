package dev.tenure.store.etcd;

import dev.tenure.model.meta.StoredObject;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// Writes of this process that etcd has not told of yet, so that what comes back needs no reading: it is the
/// object that was written. Safe for use by several threads.
final class Pending {
    /// One write; two of them are never the same, whatever they write.
    private static final class Expected {
        private final byte[] value;
        private final long before;
        private final StoredObject object;

        /// @param value empty for a deletion
        /// @param before the revision of what it deletes; 0 when it writes
        private Expected(byte[] value, long before, StoredObject object) {
            this.value = value;
            this.before = before;
            this.object = object;
        }
    }

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
            List<Expected> others =
                    all.stream().filter(one -> !one.equals(expected)).toList();
            return others.isEmpty() ? null : others;
        });
    }

    /// The object that was written with these very bytes.
    Optional<StoredObject> put(String key, byte[] value) {
        return byKey.getOrDefault(key, List.of()).stream()
                .filter(one -> one.value.length > 0 && Arrays.equals(one.value, value))
                .map(one -> one.object)
                .findFirst();
    }

    /// The last state that was given with the deletion of what stood there as of a revision.
    Optional<StoredObject> deleted(String key, long before) {
        return byKey.getOrDefault(key, List.of()).stream()
                .filter(one -> one.value.length == 0 && one.before == before)
                .map(one -> one.object)
                .findFirst();
    }
}
