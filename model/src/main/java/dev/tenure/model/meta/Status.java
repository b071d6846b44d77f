package dev.tenure.model.meta;

import java.util.List;
import java.util.Optional;

/// Why a request was not carried out: the value behind a `Status` of kind Failure. Upstream: api/errors.
///
/// @param reason `NotFound`, `Conflict`, …; empty when upstream gives none
public record Status(int code, String reason, String message, Optional<Details> details) {
    /// @param retryAfterSeconds 0 when absent
    public record Details(
            String name, String group, String kind, String uid, List<Cause> causes, int retryAfterSeconds) {
        public Details {
            causes = List.copyOf(causes);
        }
    }

    public record Cause(String reason, String message, String field) {}

    public boolean is(String wanted) {
        return reason.equals(wanted);
    }
}
