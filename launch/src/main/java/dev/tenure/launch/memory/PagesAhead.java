package dev.tenure.launch.memory;

import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryUsage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// Has the kernel provide the pages that the old generation will grow into before the collector copies
/// objects there. A page that was never used costs 2 µs to provide, and five times that on a virtual machine
/// whose host has to find it too; without this the collector pays for a thousand of them in each pause, while
/// every thread waits.
///
/// Works for the serial collector on Linux from 5.14 (madvise(2), MADV_POPULATE_WRITE: what a page holds
/// stays as it is); elsewhere it does nothing, and nothing is lost but time. Nothing is made ready for a
/// process at rest. For one thread.
final class PagesAhead {
    private static final String POOL = "Tenured Gen";
    private static final Path MAPPINGS = Path.of("/proc/self/maps");
    private static final int POPULATE_WRITE = 23;
    private static final long PAGE = 4_096;
    private static final long PIECE = 1 << 20;
    private static final long MOST_AHEAD = 64L << 20;

    private final MemoryPoolMXBean pool;
    private final long low;
    private final MethodHandle madvise;
    private final SpaceAhead reserve;

    private PagesAhead(MemoryPoolMXBean pool, long low, MethodHandle madvise) {
        this.pool = pool;
        this.low = low;
        this.madvise = madvise;
        this.reserve = new SpaceAhead(MOST_AHEAD, pool.getUsage().getUsed());
    }

    /// @return nothing where it does not work
    static Optional<PagesAhead> find() {
        Optional<MemoryPoolMXBean> old = pool(POOL);
        Optional<MemoryPoolMXBean> eden = pool("Eden Space");
        Optional<MemoryPoolMXBean> survivors = pool("Survivor Space");
        if (old.isEmpty() || eden.isEmpty() || survivors.isEmpty() || !Files.exists(MAPPINGS)) {
            return Optional.empty();
        }
        // of the two survivor spaces the pool shows one
        long young = committed(eden.get()) + 2 * committed(survivors.get());
        try {
            return OldSpace.find(Files.readAllLines(MAPPINGS), young, committed(old.get()))
                    .map(space -> new PagesAhead(old.get(), space.low(), madvise()))
                    .filter(found -> found.advised(found.low, 0));
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    private static Optional<MemoryPoolMXBean> pool(String name) {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(candidate -> candidate.getName().equals(name))
                .findFirst();
    }

    private static long committed(MemoryPoolMXBean pool) {
        return pool.getUsage().getCommitted();
    }

    @SuppressWarnings("restricted")
    private static MethodHandle madvise() {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(
                linker.defaultLookup().findOrThrow("madvise"),
                FunctionDescriptor.of(
                        ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_LONG, ValueLayout.JAVA_INT));
    }

    /// To be called once per step of time.
    void step() {
        MemoryUsage usage = pool.getUsage();
        provide(reserve.next(usage.getUsed(), usage.getCommitted()));
    }

    /// In pieces, so that a collection that begins meanwhile does not wait for the kernel's lock for long. A
    /// space that became smaller meanwhile is refused, and nothing is lost.
    private void provide(SpaceAhead.Stretch stretch) {
        for (long from = stretch.from() / PAGE * PAGE; from + PAGE <= stretch.to(); from += PIECE) {
            if (!advised(low + from, Math.min(PIECE, stretch.to() - from) / PAGE * PAGE)) {
                return;
            }
        }
    }

    /// @return false when the kernel does not know this advice, or the addresses are not in use
    private boolean advised(long address, long bytes) {
        try {
            return (int) madvise.invokeExact(MemorySegment.ofAddress(address), bytes, POPULATE_WRITE) == 0;
        } catch (Throwable e) {
            throw new IllegalStateException("madvise cannot be called", e);
        }
    }
}
