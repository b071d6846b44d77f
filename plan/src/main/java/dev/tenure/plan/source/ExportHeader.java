package dev.tenure.plan.source;

import java.time.Instant;
import java.util.List;

/// What an export says of itself, before its objects.
///
/// @param origin the cluster that was exported, in words
/// @param gaps what was unknown of it
/// @param stated what it said of its settings
record ExportHeader(Instant moment, String origin, List<Gap> gaps, StatedSettings stated) {
    ExportHeader {
        gaps = List.copyOf(gaps);
    }
}
