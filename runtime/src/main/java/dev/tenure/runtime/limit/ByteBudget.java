package dev.tenure.runtime.limit;

import java.util.HashMap;
import java.util.Map;

/// Counts bytes that are held and refuses what would be too many. Who holds some already gets no more than
/// half of all there is, so that nobody takes the room of all others. Safe for use by several threads.
public final class ByteBudget {
    private final long max;

    /// Guarded by this; none has 0.
    private final Map<String, Long> byOwner = new HashMap<>();

    /// The sum of [#byOwner]. Guarded by this.
    private long held;

    public ByteBudget(long max) {
        this.max = max;
    }

    /// What is more than all there is gets its room when nobody else has any.
    ///
    /// @param owner who wants them
    /// @return whether there was room; if so, [#give] must follow
    public synchronized boolean take(String owner, long bytes) {
        long own = byOwner.getOrDefault(owner, 0L);
        boolean room = held + bytes <= max && (own == 0 || own + bytes <= max / 2);
        if (!room && held > 0) {
            return false;
        }
        force(owner, bytes);
        return true;
    }

    /// Takes them whether there is room or not; [#give] must follow.
    public synchronized void force(String owner, long bytes) {
        held += bytes;
        byOwner.merge(owner, bytes, Long::sum);
    }

    public synchronized void give(String owner, long bytes) {
        held -= bytes;
        byOwner.computeIfPresent(owner, (_, own) -> own > bytes ? own - bytes : null);
    }
}
