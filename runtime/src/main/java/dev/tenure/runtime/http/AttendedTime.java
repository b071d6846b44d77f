package dev.tenure.runtime.http;

import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import java.time.Duration;

/// The time that counts against clients: it goes on only while this process looks after them. When a look
/// comes much later than it should, because the process was stopped, or its machine slept or had too much to
/// do, what the clients have sent meanwhile has not been read: how long that took is not their fault. It
/// never goes back. [#look] is called by one thread at a time, [#now] by any. In Go such a deadline passes
/// all the same (net/http).
public final class AttendedTime {
    /// Looks come about every second; what a longer pause takes beyond this does not count.
    private static final Duration PAUSE_MAX = Duration.ofSeconds(2);

    private final TimeSource time;
    private volatile Looked last;

    /// @param at when the last look was
    /// @param missed how much of the time before it does not count
    private record Looked(Tick at, Duration missed) {}

    public AttendedTime(TimeSource time) {
        this.time = time;
        this.last = new Looked(time.now(), Duration.ZERO);
    }

    /// Clients are looked after at this moment.
    public void look() {
        Tick now = time.now();
        Duration beyond = now.since(last.at()).minus(PAUSE_MAX);
        last = new Looked(now, beyond.isPositive() ? last.missed().plus(beyond) : last.missed());
    }

    public Tick now() {
        Looked looked = last;
        Tick now = time.now();
        Tick most = looked.at().plus(PAUSE_MAX);
        Tick counted = now.isAfter(most) ? most : now;
        return counted.minus(looked.missed());
    }
}
