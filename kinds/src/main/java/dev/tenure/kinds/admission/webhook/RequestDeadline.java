package dev.tenure.kinds.admission.webhook;

import dev.tenure.apiserver.admission.AdmissionRequest;
import dev.tenure.apiserver.admission.RequestForm;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import java.time.Duration;

/// Until when all webhooks together may be waited for in one request: as long as its sender waits, and no
/// longer than the server would. Upstream: apiserver/pkg/endpoints/handlers/rest.go
/// (requestTimeoutUpperBound).
///
/// @param over what is said when that is over
record RequestDeadline(Tick end, String over) {
    private static final Duration LONGEST = Duration.ofSeconds(34);
    private static final String LONG = "request did not complete within requested timeout";

    /// That of a request, which begins when it is first asked for.
    static RequestDeadline of(AdmissionRequest request, TimeSource time) {
        return request.reinvocation()
                .memory(
                        RequestDeadline.class,
                        () -> request.form()
                                .flatMap(RequestForm::patience)
                                .filter(patience -> patience.compareTo(LONGEST) < 0)
                                .map(patience -> new RequestDeadline(time.now().plus(patience), Statuses.LATE))
                                .orElseGet(() -> new RequestDeadline(time.now().plus(LONGEST), LONG)));
    }

    /// How long webhooks may still be waited for.
    ///
    /// @throws RefusedException with 504 when that is over
    Duration left(TimeSource time) {
        Duration left = end.since(time.now());
        if (!left.isPositive()) {
            throw new RefusedException(Statuses.timeout(over, 0));
        }
        return left;
    }
}
