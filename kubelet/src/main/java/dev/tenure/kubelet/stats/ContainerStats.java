package dev.tenure.kubelet.stats;

import java.util.OptionalLong;

/// The numbers of one running container.
///
/// @param memoryBytes working set
/// @param rootfs the writable layer, never the image
public record ContainerStats(String name, OptionalLong memoryBytes, UsedStorage rootfs, UsedStorage logs) {}
