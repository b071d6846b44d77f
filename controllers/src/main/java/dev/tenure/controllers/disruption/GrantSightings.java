package dev.tenure.controllers.disruption;

import dev.tenure.model.meta.ObjectKey;
import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/// When evictions were granted, by this process's own clock. Each grant says when it was given by the clock
/// of the server that gave it, which may go otherwise; a grant that counts as too old too early lets another
/// pod go. So one that tells another time than now was given when this process first saw it: after a restart
/// an abandoned grant lasts a little longer, and no budget is overdrawn. Confined to one loop.
final class GrantSightings {
    /// Times are written in whole seconds, and take a moment to come here.
    private static final Duration LIKELY = Duration.ofSeconds(5);

    /// @param written what the grant tells
    private record Seen(Instant written, Tick given) {}

    private final Map<ObjectKey, Map<String, Seen>> byBudget = new HashMap<>();

    /// The same grants with times as the clock goes now.
    Map<String, Instant> asSeen(ObjectKey budget, Map<String, Instant> grants, TimeSource time) {
        Map<String, Seen> before = byBudget.get(budget);
        Map<String, Seen> now = new HashMap<>();
        Map<String, Instant> seen = new HashMap<>();
        grants.forEach((pod, written) -> {
            Seen known = before == null ? null : before.get(pod);
            Seen sighting =
                    known != null && known.written().equals(written) ? known : new Seen(written, given(written, time));
            now.put(pod, sighting);
            seen.put(pod, time.wall().minus(time.now().since(sighting.given())));
        });
        byBudget.put(budget, now);
        return seen;
    }

    private static Tick given(Instant written, TimeSource time) {
        Duration ago = Duration.between(written, time.wall());
        boolean believed = !ago.isNegative() && ago.compareTo(LIKELY) <= 0;
        return believed ? time.tickOf(written) : time.now();
    }

    /// The budget is gone.
    void forget(ObjectKey budget) {
        byBudget.remove(budget);
    }
}
