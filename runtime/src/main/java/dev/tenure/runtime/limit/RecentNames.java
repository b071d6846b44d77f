package dev.tenure.runtime.limit;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/// Names for which something was done a short while ago, so many at most: the one noted first makes room for another.
/// Safe for use by several threads.
public final class RecentNames {
    private final int namesMax;
    private final Duration validity;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Instant> noted = new LinkedHashMap<>();

    /// @param namesMax at least 1
    /// @param validity how long a name stays recent
    public RecentNames(int namesMax, Duration validity) {
        this.namesMax = namesMax;
        this.validity = validity;
    }

    /// Whether it was noted within the validity before `now`; a clock that was set back makes it recent no longer.
    public boolean isRecent(String name, Instant now) {
        lock.lock();
        try {
            Instant at = noted.get(name);
            return at != null && !now.isBefore(at) && now.isBefore(at.plus(validity));
        } finally {
            lock.unlock();
        }
    }

    public void note(String name, Instant now) {
        lock.lock();
        try {
            noted.remove(name);
            if (noted.size() == namesMax) {
                noted.remove(noted.keySet().iterator().next());
            }
            noted.put(name, now);
        } finally {
            lock.unlock();
        }
    }
}
