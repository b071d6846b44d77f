package dev.tenure.node.stats;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// How fast processor time is spent, from what it was at an earlier look: the kernel only tells the sum.
/// Looks less than [#APART] after the one before tell the rate of that one, so that two who ask at once do
/// not divide by next to nothing. Safe for use by several threads. Upstream: google/cadvisor, CpuInst.
final class CpuRates {
    private static final Duration APART = Duration.ofSeconds(1);
    private static final double NANOS_PER_SECOND = 1e9;

    private final Map<String, Look> looks = new ConcurrentHashMap<>();

    /// @param rate nanoseconds of processors a second until then
    private record Look(Instant time, long nanos, OptionalLong rate) {
        Look then(Instant now, long sum) {
            long passed = Duration.between(time, now).toNanos();
            if (sum < nanos || passed < 0) {
                return new Look(now, sum, OptionalLong.empty()); // begun anew, or the clock was set
            }
            return passed < APART.toNanos()
                    ? this
                    : new Look(now, sum, OptionalLong.of(Math.round((sum - nanos) * NANOS_PER_SECOND / passed)));
        }
    }

    /// Takes up a look.
    ///
    /// @param key whose time it is
    /// @param nanos processor time since that began
    /// @return nanoseconds of processors a second since an earlier look; empty at the first one, and at one
    ///     that has less than the one before
    OptionalLong rate(String key, Instant now, long nanos) {
        return looks.merge(
                        key,
                        new Look(now, nanos, OptionalLong.empty()),
                        (last, look) -> last.then(look.time(), look.nanos()))
                .rate();
    }

    /// Forgets all others.
    void keep(Set<String> keys) {
        looks.keySet().retainAll(keys);
    }
}
