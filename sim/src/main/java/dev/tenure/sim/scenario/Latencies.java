package dev.tenure.sim.scenario;

import dev.tenure.runtime.loop.SimulatedWorld;
import dev.tenure.runtime.time.Tick;
import java.time.Duration;

/// How long messages take, by chance: up to 20 ms, mostly little. The same message at the same moment
/// always takes as long, whatever else was sent. Heartbeats take no time, so that it makes no
/// difference whether each is sent.
record Latencies(long seed) implements SimulatedWorld.Latency {
    private static final String HEARTBEAT = "heartbeat";
    private static final long NANOS_MAX = 20_000_000;

    @Override
    public Duration of(String loop, String task, Tick now) {
        if (task.equals(HEARTBEAT)) {
            return Duration.ZERO;
        }
        long mixed = mix(seed ^ mix(loop.hashCode() * 31L + task.hashCode() + mix(now.nanos())));
        long bound = 1 + (NANOS_MAX >>> ((mixed >>> 56) & 7));
        return Duration.ofNanos(Long.remainderUnsigned(mixed, bound));
    }

    /// The finisher of SplitMix64.
    private static long mix(long value) {
        long z = (value ^ (value >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }
}
