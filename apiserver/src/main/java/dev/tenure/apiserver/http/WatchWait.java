package dev.tenure.apiserver.http;

import dev.tenure.apiserver.request.BookmarkTimes;
import dev.tenure.model.meta.WatchCursor;
import dev.tenure.model.meta.WatchCursor.Course;
import dev.tenure.runtime.loop.WaitLimits;
import dev.tenure.runtime.loop.WakeUp;
import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import java.time.Duration;

/// How the thread that serves a watch waits for what the cursor brings. That one thread waits; any may say
/// that the client has left.
final class WatchWait {
    private static final Duration LOOK_AT_LEAST_EVERY = Duration.ofSeconds(10);
    /// Of watches that end with their kind.
    private static final Duration LOOK_AFTER_PASSING_EVERY = Duration.ofSeconds(1);

    private final TimeSource time;
    private final WaitLimits limits;
    private final WatchCursor cursor;
    private final Tick end;
    private final WakeUp signal = new WakeUp();
    private volatile boolean left;

    /// @param end of the watch
    WatchWait(TimeSource time, WaitLimits limits, WatchCursor cursor, Tick end) {
        this.time = time;
        this.limits = limits;
        this.cursor = cursor;
        this.end = end;
    }

    WatchCursor cursor() {
        return cursor;
    }

    /// The client has gone.
    void leave() {
        left = true;
        signal.raise();
    }

    boolean hasLeft() {
        return left;
    }

    /// Whether there is nothing to wait for any longer: the client has gone or the time of the watch is over.
    boolean isOver() {
        return left || !end.isAfter(time.now());
    }

    /// Returns when there may be something to do.
    void await() throws InterruptedException {
        try (WaitLimits.Limit _ = limits.begin(untilNextLook(), signal::raise)) {
            cursor.onReady(signal::raise);
            signal.await();
        }
    }

    /// How long to wait for a signal before the watch is looked at all the same: no longer than until its
    /// last bookmark is due, or until its end.
    private Duration untilNextLook() {
        Duration rest = end.since(time.now());
        Duration most = cursor.course() == Course.LASTING ? LOOK_AT_LEAST_EVERY : LOOK_AFTER_PASSING_EVERY;
        Duration beforeBookmark = rest.minus(BookmarkTimes.BEFORE_END);
        Duration due = beforeBookmark.isPositive() ? beforeBookmark : rest;
        return due.compareTo(most) < 0 ? due : most;
    }
}
