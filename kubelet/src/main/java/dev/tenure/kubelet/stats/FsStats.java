package dev.tenure.kubelet.stats;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/// Room on a filesystem.
///
/// @param time when it was measured; absent when unknown
/// @param availableBytes for users without privileges
public record FsStats(
        Optional<Instant> time,
        OptionalLong availableBytes,
        OptionalLong capacityBytes,
        OptionalLong inodesFree,
        OptionalLong inodes) {}
