package dev.tenure.launch.memory;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryUsage;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Has the young objects collected when work has paused, so that the next burst begins with room: it meets a
/// collection of some milliseconds later, or none at all. Objects that were needed for a request only are
/// gone by then, and are not copied among those that stay.
///
/// A JVM has no call for this: the rest of the space is filled with garbage until the collector runs. Works
/// for the serial collector. For one thread.
final class CollectionAhead {
    private static final String POOL = "Eden Space";
    private static final String COLLECTOR = "Copy";
    private static final int PIECE = 256 << 10;

    private final MemoryPoolMXBean pool;
    private final GarbageCollectorMXBean collector;
    private final LongSupplier asked;
    private final QuietMoment quiet = new QuietMoment();
    private final Lull lull = new Lull();

    /// Written so that the compiler cannot leave the garbage out.
    @SuppressWarnings("UnusedVariable") // nobody wants to read it
    private volatile byte @Nullable [] garbage;

    private CollectionAhead(MemoryPoolMXBean pool, GarbageCollectorMXBean collector, LongSupplier asked) {
        this.pool = pool;
        this.collector = collector;
        this.asked = asked;
    }

    /// @param asked how often anybody has asked anything of this process so far
    /// @return nothing with another collector
    static Optional<CollectionAhead> find(LongSupplier asked) {
        Optional<MemoryPoolMXBean> eden = ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getName().equals(POOL))
                .findFirst();
        Optional<GarbageCollectorMXBean> copy = ManagementFactory.getGarbageCollectorMXBeans().stream()
                .filter(collector -> collector.getName().equals(COLLECTOR))
                .findFirst();
        return eden.flatMap(pool -> copy.map(collector -> new CollectionAhead(pool, collector, asked)));
    }

    /// To be called once per step of time.
    void step() {
        MemoryUsage usage = pool.getUsage();
        if (quiet.collectNow(usage.getUsed(), usage.getCommitted())) {
            collect();
        }
    }

    /// Whether it is worth to look for a moment between two requests.
    boolean isNear() {
        MemoryUsage usage = pool.getUsage();
        return Lull.isNearlyFull(usage.getUsed(), usage.getCommitted());
    }

    /// To be called often while a collection is near.
    void look() {
        if (lull.collectNow(asked.getAsLong())) {
            collect();
            lull.collected();
        }
    }

    /// Returns when the collector has run.
    void collect() {
        long size = pool.getUsage().getCommitted();
        long before = collector.getCollectionCount();
        for (long filled = 0; filled <= size && collector.getCollectionCount() == before; filled += PIECE) {
            garbage = new byte[PIECE];
            garbage = null;
        }
    }
}
