package dev.tenure.node.streaming;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/// What of a log is wanted.
///
/// @param stream `stdout` or `stderr`; empty for both
record LogOptions(
        boolean follow,
        boolean previous,
        boolean timestamps,
        Optional<Instant> since,
        OptionalLong tailLines,
        OptionalLong limitBytes,
        String stream) {}
