package dev.tenure.launch.memory;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.time.Duration;
import java.util.Optional;

/// Has the whole heap collected after a rest, so that the JVM gives what is free then back to the machine
/// (`MaxHeapFreeRatio`). Works for the serial collector. For one thread.
final class HeapReturn {
    private static final String POOL = "Tenured Gen";
    private static final String COLLECTOR = "Copy";

    /// So many connections leave a few megabytes.
    private static final long CONNECTIONS_MANY = 500;

    private final MemoryPoolMXBean old;
    private final GarbageCollectorMXBean young;
    private final Visits visits;
    private final Rest rest;
    private long connectedBefore;

    private HeapReturn(MemoryPoolMXBean old, GarbageCollectorMXBean young, Visits visits, Duration step) {
        this.old = old;
        this.young = young;
        this.visits = visits;
        this.rest = new Rest(step, old.getUsage().getUsed());
    }

    /// @return nothing with another collector
    static Optional<HeapReturn> find(Duration step, Visits visits) {
        Optional<MemoryPoolMXBean> tenured = ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getName().equals(POOL))
                .findFirst();
        Optional<GarbageCollectorMXBean> copy = ManagementFactory.getGarbageCollectorMXBeans().stream()
                .filter(collector -> collector.getName().equals(COLLECTOR))
                .findFirst();
        return tenured.flatMap(pool -> copy.map(collector -> new HeapReturn(pool, collector, visits, step)));
    }

    /// To be called once per step of time.
    void step() {
        if (rest.collectNow(
                old.getUsage().getUsed(),
                young.getCollectionCount(),
                visits.asked().getAsLong())) {
            System.gc();
            rest.collected(old.getUsage().getUsed(), finalizes());
        }
    }

    /// Whether the collection has found many objects that are freed by the next one only. Each connection of
    /// native TLS leaves some, with all that they refer to: what has a finalizer stays until that has run.
    private boolean finalizes() {
        long connected = visits.connected().getAsLong();
        boolean many = connected - connectedBefore >= CONNECTIONS_MANY;
        connectedBefore = connected;
        return many;
    }
}
