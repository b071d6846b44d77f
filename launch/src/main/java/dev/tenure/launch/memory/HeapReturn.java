package dev.tenure.launch.memory;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/// Has the whole heap collected after a rest, so that the JVM gives what is free then back to the machine
/// (`MaxHeapFreeRatio`). Works for the serial collector. For one thread.
final class HeapReturn {
    private static final String POOL = "Tenured Gen";
    private static final String COLLECTOR = "Copy";

    private final MemoryPoolMXBean old;
    private final GarbageCollectorMXBean young;
    private final LongSupplier asked;
    private final Rest rest;

    private HeapReturn(MemoryPoolMXBean old, GarbageCollectorMXBean young, LongSupplier asked, Duration step) {
        this.old = old;
        this.young = young;
        this.asked = asked;
        this.rest = new Rest(step, old.getUsage().getUsed());
    }

    /// @param asked how often anybody has asked anything of this process so far
    /// @return nothing with another collector
    static Optional<HeapReturn> find(Duration step, LongSupplier asked) {
        Optional<MemoryPoolMXBean> tenured = ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getName().equals(POOL))
                .findFirst();
        Optional<GarbageCollectorMXBean> copy = ManagementFactory.getGarbageCollectorMXBeans().stream()
                .filter(collector -> collector.getName().equals(COLLECTOR))
                .findFirst();
        return tenured.flatMap(pool -> copy.map(collector -> new HeapReturn(pool, collector, asked, step)));
    }

    /// To be called once per step of time.
    void step() {
        if (rest.collectNow(old.getUsage().getUsed(), young.getCollectionCount(), asked.getAsLong())) {
            System.gc();
            rest.collected(old.getUsage().getUsed());
        }
    }
}
