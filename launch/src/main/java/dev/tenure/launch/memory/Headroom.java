package dev.tenure.launch.memory;

import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;

/// How full the heap is with what is needed: told from what the last collection of everything has left, for
/// what is used in between is garbage for the most part. Safe for use by several threads.
public final class Headroom {
    /// Beyond this part of the heap nothing that stays is to be added: the rest is for the work itself.
    private static final double FULL = 0.75;

    private static final double CROWDED = 0.8;
    private static final Duration PAUSE_MIN = Duration.ofSeconds(10);
    private static final int PAUSE_PER_COLLECTION = 20;

    private final MemoryPoolMXBean pool;

    private Headroom(MemoryPoolMXBean pool) {
        this.pool = pool;
    }

    /// @return empty when the collector does not tell, or the heap has no bound
    public static Optional<Headroom> find() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP
                        && pool.isCollectionUsageThresholdSupported()
                        && pool.getUsage().getMax() > 0)
                .max(Comparator.comparingLong(pool -> pool.getUsage().getMax()))
                .map(Headroom::of);
    }

    private static Headroom of(MemoryPoolMXBean pool) {
        pool.setCollectionUsageThreshold((long) (pool.getUsage().getMax() * FULL));
        return new Headroom(pool);
    }

    /// Whether too much is needed for anything more to be kept.
    public boolean isFull() {
        return pool.isCollectionUsageThresholdExceeded();
    }

    /// Whether so many more bytes fit, for a work that gives them back when it is done. Collects everything
    /// when there is no other way to know, and blocks as long as that takes.
    public boolean holds(long bytes) {
        if (fits(bytes)) {
            return true;
        }
        System.gc();
        return fits(bytes);
    }

    /// The same of this process; true where its collector does not tell.
    public static boolean holdsHere(long bytes) {
        return find().map(headroom -> headroom.holds(bytes)).orElse(true);
    }

    private boolean fits(long bytes) {
        MemoryUsage usage = pool.getUsage();
        return usage.getUsed() + bytes <= usage.getMax() * FULL;
    }

    /// Whether so much is used that it is worth to find out how much of it is needed.
    private boolean isCrowded() {
        return pool.getUsage().getUsed() > pool.getUsage().getMax() * CROWDED;
    }

    /// Asked once per step of time: collects everything where that is worth it, and not so often that nothing
    /// else is done. For one thread.
    static final class Watch {
        private final Headroom headroom;
        private final TimeSource time;
        private Tick notBefore;

        Watch(Headroom headroom, TimeSource time) {
            this.headroom = headroom;
            this.time = time;
            this.notBefore = time.now();
        }

        void step() {
            Tick begun = time.now();
            if (notBefore.isAfter(begun) || !headroom.isCrowded()) {
                return;
            }
            System.gc();
            Tick ended = time.now();
            Duration pause = ended.since(begun).multipliedBy(PAUSE_PER_COLLECTION);
            notBefore = ended.plus(pause.compareTo(PAUSE_MIN) < 0 ? PAUSE_MIN : pause);
        }
    }
}
