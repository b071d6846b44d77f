package dev.tenure.cli.taints;

import java.time.Instant;
import java.util.Optional;

/// Since when a taint is there, and who says so.
sealed interface TaintSince {
    /// The taint itself says it.
    record TimeAdded(Instant at) implements TaintSince {}

    /// The record that Tenure's taint eviction controller keeps of the node.
    record Recorded(Instant at) implements TaintSince {}

    /// The list of taints was not written after that, so the taint has been there at least so long.
    record LastWrite(Instant at) implements TaintSince {}

    record Unknown() implements TaintSince {}

    default Optional<Instant> moment() {
        return switch (this) {
            case TimeAdded(var at) -> Optional.of(at);
            case Recorded(var at) -> Optional.of(at);
            case LastWrite(var at) -> Optional.of(at);
            case Unknown _ -> Optional.empty();
        };
    }

    /// Who says it, in words.
    default String from() {
        return switch (this) {
            case TimeAdded _ -> "timeAdded";
            case Recorded _ -> "record";
            case LastWrite _ -> "managedFields";
            case Unknown _ -> "unknown";
        };
    }
}
