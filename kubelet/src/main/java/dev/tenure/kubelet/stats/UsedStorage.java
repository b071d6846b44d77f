package dev.tenure.kubelet.stats;

import java.util.OptionalLong;

/// What one user of a filesystem takes of it.
public record UsedStorage(OptionalLong bytes, OptionalLong inodes) {
    public static final UsedStorage UNKNOWN = new UsedStorage(OptionalLong.empty(), OptionalLong.empty());

    public static UsedStorage of(long bytes, long inodes) {
        return new UsedStorage(OptionalLong.of(bytes), OptionalLong.of(inodes));
    }
}
