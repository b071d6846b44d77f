package dev.tenure.kubelet.eviction.reclaim;

import static dev.tenure.kubelet.eviction.reclaim.Reclaim.DEAD_CONTAINERS;
import static dev.tenure.kubelet.eviction.reclaim.Reclaim.UNUSED_IMAGES;

import dev.tenure.kubelet.eviction.threshold.FilesystemLayout;
import dev.tenure.kubelet.eviction.threshold.Signal;
import java.util.List;

/// What to clean up when a signal is short, in order.
public final class ReclaimRule {
    private ReclaimRule() {}

    public static List<Reclaim> steps(Signal signal, FilesystemLayout layout) {
        return switch (signal) {
            case MEMORY_AVAILABLE, ALLOCATABLE_MEMORY_AVAILABLE, PID_AVAILABLE -> List.of();
            case NODEFS_AVAILABLE, NODEFS_INODES_FREE ->
                switch (layout) {
                    case SINGLE -> List.of(DEAD_CONTAINERS, UNUSED_IMAGES);
                    case DEDICATED -> List.of();
                    case SPLIT -> List.of(DEAD_CONTAINERS);
                };
            case IMAGEFS_AVAILABLE, IMAGEFS_INODES_FREE ->
                layout == FilesystemLayout.SPLIT ? List.of(UNUSED_IMAGES) : List.of(DEAD_CONTAINERS, UNUSED_IMAGES);
            case CONTAINERFS_AVAILABLE, CONTAINERFS_INODES_FREE ->
                layout == FilesystemLayout.SPLIT ? List.of(DEAD_CONTAINERS) : List.of(DEAD_CONTAINERS, UNUSED_IMAGES);
        };
    }
}
