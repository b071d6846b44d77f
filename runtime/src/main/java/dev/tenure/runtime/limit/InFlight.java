package dev.tenure.runtime.limit;

import java.util.concurrent.atomic.AtomicInteger;

/// Counts what is under way and refuses what would be too much. Safe for use by several threads.
public final class InFlight {
    private final int max;
    private final AtomicInteger count = new AtomicInteger();

    public InFlight(int max) {
        this.max = max;
    }

    /// @return whether there was room; if so, [#leave] must follow
    public boolean enter() {
        if (count.incrementAndGet() > max) {
            count.decrementAndGet();
            return false;
        }
        return true;
    }

    public void leave() {
        count.decrementAndGet();
    }

    public int now() {
        return count.get();
    }
}
