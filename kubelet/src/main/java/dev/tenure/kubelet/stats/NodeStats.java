package dev.tenure.kubelet.stats;

import java.util.Optional;

/// The numbers of a node as a whole. What could not be measured is absent.
///
/// @param memory of the root cgroup
/// @param allocatableMemory of the cgroup of all pods (upstream's system container `pods`)
/// @param nodefs the filesystem of the node's own directory: volumes, logs and, unless they lie apart,
///     everything else
/// @param imagefs where images lie
/// @param containerfs where the writable layers of containers lie
public record NodeStats(
        Optional<MemoryStats> memory,
        Optional<MemoryStats> allocatableMemory,
        Optional<FsStats> nodefs,
        Optional<FsStats> imagefs,
        Optional<FsStats> containerfs,
        Optional<ProcessStats> processes) {

    /// Nothing but the memory of the node is known.
    public static NodeStats ofMemory(Optional<MemoryStats> memory) {
        return new NodeStats(
                memory, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
    }
}
