package dev.tenure.kubelet.stats;

import java.util.List;
import java.util.OptionalLong;

/// The numbers of one pod.
///
/// @param memoryBytes working set of the whole pod
/// @param processes tasks of all containers
/// @param ephemeralStorageBytes layers, logs and local volumes in sum
public record PodStats(
        OptionalLong memoryBytes,
        OptionalLong processes,
        OptionalLong ephemeralStorageBytes,
        List<ContainerStats> containers,
        List<VolumeStats> volumes) {
    public PodStats {
        containers = List.copyOf(containers);
        volumes = List.copyOf(volumes);
    }
}
