package dev.tenure.kinds.admission.webhook;

import dev.tenure.apiserver.admission.AdmissionRequest;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import java.time.Duration;

/// Until when all webhooks together may be waited for in one request. Upstream:
/// apiserver/pkg/endpoints/handlers/rest.go
/// (requestTimeoutUpperBound).
record RequestDeadline(Tick end) {
    private static final Duration LONGEST = Duration.ofSeconds(34);

    /// That of a request, which begins when it is first asked for.
    static RequestDeadline of(AdmissionRequest request, TimeSource time) {
        return request.reinvocation()
                .memory(
                        RequestDeadline.class,
                        () -> new RequestDeadline(time.now().plus(LONGEST)));
    }

    /// How long webhooks may still be waited for.
    ///
    /// @throws RefusedException with 504 when that is over
    Duration left(TimeSource time) {
        Duration left = end.since(time.now());
        if (!left.isPositive()) {
            throw new RefusedException(Statuses.timeout("request did not complete within requested timeout", 0));
        }
        return left;
    }
}
