package dev.tenure.apiserver.http.exchange;

import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.model.quantity.DurationFormatException;
import dev.tenure.model.quantity.GoDurationParser;
import java.time.Duration;
import java.util.Optional;

/// The parameter `timeout`, by which a client says how long it waits: whatever is no duration is refused,
/// before anybody asks who the client is, and so is what takes longer. Upstream:
/// apiserver/pkg/endpoints/filters/request_deadline.go, apiserver/pkg/server/filters/timeout.go.
public final class RequestTimeout {
    private RequestTimeout() {}

    /// How long a request that is no stream may take: what its client says, or `most`, if that is less.
    public static Duration within(Exchange exchange, Duration most) {
        String asked = exchange.parameter("timeout");
        if (asked.isEmpty()) {
            return most;
        }
        try {
            Duration wish = GoDurationParser.parse(asked);
            return wish.isPositive() && wish.compareTo(most) < 0 ? wish : most;
        } catch (DurationFormatException _) {
            // it was refused before
            return most;
        }
    }

    /// Streams take no notice of it.
    ///
    /// @param path of a resource, or nothing
    /// @throws RefusedException with 400 when it is no duration, with 504 when it is over
    public static void check(Exchange exchange, Optional<RequestPath> path) {
        String asked = exchange.parameter("timeout");
        boolean streams = path.filter(resource -> RequestVerbs.isLongRunning(exchange, resource))
                .isPresent();
        if (asked.isEmpty() || streams) {
            return;
        }
        try {
            Duration wish = GoDurationParser.parse(asked);
            if (wish.isPositive() && exchange.age().compareTo(wish) >= 0) {
                throw new RefusedException(Statuses.timeout(Statuses.LATE, 0));
            }
        } catch (DurationFormatException e) {
            throw new RefusedException(
                    Statuses.badRequest("invalid timeout specified in the request URL - " + e.getMessage()));
        }
    }
}
