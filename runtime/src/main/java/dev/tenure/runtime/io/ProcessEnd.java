package dev.tenure.runtime.io;

import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/// Waits for the end of another process.
public final class ProcessEnd {
    private static final Duration LOOK_EVERY = Duration.ofMillis(20);

    private ProcessEnd() {}

    /// @return whether it ended within that time
    public static boolean await(ProcessHandle process, Duration within, TimeSource time) {
        Tick last = time.now().plus(within);
        while (process.isAlive()) {
            if (time.now().isAfter(last)) {
                return false;
            }
            LockSupport.parkNanos(LOOK_EVERY.toNanos());
        }
        return true;
    }
}
