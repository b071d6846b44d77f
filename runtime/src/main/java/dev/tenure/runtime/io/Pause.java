package dev.tenure.runtime.io;

import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/// Lets a thread that does blocking work wait; never to be called on a loop.
public final class Pause {
    private Pause() {}

    /// Returns after that time, or earlier when the thread is interrupted.
    public static void of(Duration length, TimeSource time) {
        Tick end = time.now().plus(length);
        while (end.isAfter(time.now()) && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(Math.max(1, end.since(time.now()).toNanos()));
        }
    }
}
