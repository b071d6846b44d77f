package dev.tenure.plan.source;

import dev.tenure.controllers.tainteviction.Semantics;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// What an export says of itself, before its objects.
///
/// @param origin the cluster that was exported, in words
/// @param gaps what was unknown of it
/// @param semantics those of its taint eviction, where it said so
record ExportHeader(Instant moment, String origin, List<Gap> gaps, Optional<Semantics> semantics) {
    ExportHeader {
        gaps = List.copyOf(gaps);
    }
}
