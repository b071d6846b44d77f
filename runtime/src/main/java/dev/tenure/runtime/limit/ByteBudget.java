package dev.tenure.runtime.limit;

import java.util.concurrent.atomic.AtomicLong;

/// Counts bytes that are held and refuses what would be too many. Safe for use by several threads.
public final class ByteBudget {
    private final long max;
    private final AtomicLong held = new AtomicLong();

    public ByteBudget(long max) {
        this.max = max;
    }

    /// What is more than all there is gets its room when nobody else has any.
    ///
    /// @return whether there was room; if so, [#give] must follow
    public boolean take(long bytes) {
        long now = held.addAndGet(bytes);
        if (now > max && now > bytes) {
            held.addAndGet(-bytes);
            return false;
        }
        return true;
    }

    /// Takes them whether there is room or not; [#give] must follow.
    public void force(long bytes) {
        held.addAndGet(bytes);
    }

    public void give(long bytes) {
        held.addAndGet(-bytes);
    }
}
