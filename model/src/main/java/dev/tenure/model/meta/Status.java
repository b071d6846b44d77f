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

    /// 401: nobody knows who asks.
    public boolean isUnauthorized() {
        return code == 401;
    }

    /// 403: who asks may not do this, or nobody may do it now.
    public boolean isForbidden() {
        return code == 403;
    }

    /// 404: there is no such object, or no such kind.
    public boolean isNotFound() {
        return code == 404;
    }

    /// 404 of a path that leads nowhere, for example because a kind is not served or has no such part: it
    /// names no object. It comes as a Status, as a page of text, or, from a server in this process, with its
    /// words.
    public boolean isNoSuchPath() {
        return code == 404 && details.map(Details::name).orElse("").isEmpty();
    }

    /// 409: the object is another than the request expects. It changed since it was read, has another uid, or
    /// is there already. Unlike apimachinery's `IsConflict` this includes the reason `AlreadyExists`.
    public boolean isConflict() {
        return code == 409;
    }

    /// 429: not now, for example because a budget does not allow it.
    public boolean isTooManyRequests() {
        return code == 429;
    }
}
