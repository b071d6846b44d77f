package dev.tenure.runtime.memory;

import dev.tenure.runtime.io.Background;
import dev.tenure.runtime.time.SystemTime;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/// Looks after the heap of this process beside those who work: pages that the old generation will need are provided
/// beforehand, young objects are collected when work has paused, and what is no longer needed is given back after a
/// rest.
public final class HeapCare {
    private static final long STEP_NANOS = 20_000_000;
    private static final long FIRST_NANOS = 1_000_000_000;

    private HeapCare() {}

    /// Starts a daemon thread that does so for as long as the process lives; with another collector than the serial one
    /// it ends at once.
    public static void start() {
        Background.daemon("heap-care", () -> {
            LockSupport.parkNanos(FIRST_NANOS);
            Optional<PagesAhead> pages = PagesAhead.find();
            Optional<CollectionAhead> collection = CollectionAhead.find();
            Optional<Headroom.Watch> room = Headroom.find().map(found -> new Headroom.Watch(found, new SystemTime()));
            Optional<HeapReturn> giving = HeapReturn.find(Duration.ofNanos(STEP_NANOS));
            while (pages.isPresent() || collection.isPresent() || giving.isPresent()) {
                pages.ifPresent(PagesAhead::step);
                collection.ifPresent(CollectionAhead::step);
                giving.ifPresent(HeapReturn::step);
                room.ifPresent(Headroom.Watch::step);
                LockSupport.parkNanos(STEP_NANOS);
            }
        });
    }
}
