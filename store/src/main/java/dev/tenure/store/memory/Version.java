package dev.tenure.store.memory;

import dev.tenure.model.meta.StoredObject;
import org.jspecify.annotations.Nullable;

/// What a key held from one revision on, linked to what it held before. A version without an object says that
/// the key was deleted.
final class Version {
    final long revision;
    final @Nullable StoredObject object;
    /// Cut off by compaction, never set otherwise.
    volatile @Nullable Version older;

    /// The engine's own note of where it keeps the key; only its writer touches it.
    long place;

    Version(long revision, @Nullable StoredObject object, @Nullable Version older, long place) {
        this.revision = revision;
        this.object = object;
        this.older = older;
        this.place = place;
    }

    /// The newest version of a chain that is not newer than `revision`.
    static @Nullable Version asOf(@Nullable Version newest, long revision) {
        Version version = newest;
        while (version != null && version.revision > revision) {
            version = version.older;
        }
        return version;
    }
}
