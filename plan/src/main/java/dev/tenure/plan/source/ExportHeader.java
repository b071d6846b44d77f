package dev.tenure.plan.source;

import java.time.Instant;
import java.util.List;

/// What an export says of itself, before its objects.
///
/// @param origin the cluster that was exported, in words
/// @param gaps what was unknown of it
record ExportHeader(Instant moment, String origin, List<Gap> gaps) {
    ExportHeader {
        gaps = List.copyOf(gaps);
    }
}
