package dev.tenure.store.memory;

import org.jspecify.annotations.Nullable;

/// The place of one key: where its newest version is found. Lives as long as any version of the key is kept;
/// a key that comes back later gets another one.
final class Slot {
    volatile Version newest;

    Slot(Version first) {
        newest = first;
    }

    /// What the key held at a revision, if that is known.
    @Nullable
    Version asOf(long revision) {
        return Version.asOf(newest, revision);
    }
}
