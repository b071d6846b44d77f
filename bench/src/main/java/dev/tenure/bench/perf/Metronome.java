package dev.tenure.bench.perf;

import dev.tenure.runtime.loop.WakeUp;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.runtime.time.Tick;
import java.time.Duration;

/// Lets one thread go on so many times a second, evenly, the first time after one interval.
final class Metronome {
    private final SystemTime time;
    private final Duration interval;
    private Tick next;

    Metronome(SystemTime time, int perSecond) {
        this(time, Duration.ofSeconds(1).dividedBy(perSecond));
    }

    Metronome(SystemTime time, Duration interval) {
        this.time = time;
        this.interval = interval;
        next = time.now().plus(interval);
    }

    /// Waits for the next turn; returns at once when turns have been missed.
    ///
    /// @return whether it was told to stop instead
    boolean await(WakeUp stop) throws InterruptedException {
        Duration left = next.since(time.now());
        next = next.plus(interval);
        return stop.await(left.isPositive() ? left : Duration.ZERO);
    }
}
