package dev.tenure.launch.memory;

import dev.tenure.runtime.io.Background;
import dev.tenure.runtime.io.Pause;
import dev.tenure.runtime.time.SystemTime;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/// Looks after the heap of this process beside those who work: pages that the old generation will need are provided
/// beforehand, young objects are collected when work has paused, and what is no longer needed is given back after a
/// rest.
public final class HeapCare {
    private static final Duration STEP = Duration.ofMillis(20);
    private static final Duration FIRST = Duration.ofSeconds(1);

    private HeapCare() {}

    /// Starts a daemon thread that does so for as long as the process lives; with another collector than the
    /// serial one it ends at once.
    ///
    /// @param asked how often anybody has asked anything of this process so far
    public static void start(LongSupplier asked) {
        Background.daemon("heap-care", () -> {
            var time = new SystemTime();
            Pause.of(FIRST, time);
            Optional<PagesAhead> pages = PagesAhead.find();
            Optional<CollectionAhead> collection = CollectionAhead.find();
            Optional<Headroom.Watch> room = Headroom.find().map(found -> new Headroom.Watch(found, time));
            Optional<HeapReturn> giving = HeapReturn.find(STEP, asked);
            while (pages.isPresent() || collection.isPresent() || giving.isPresent()) {
                pages.ifPresent(PagesAhead::step);
                collection.ifPresent(CollectionAhead::step);
                giving.ifPresent(HeapReturn::step);
                room.ifPresent(Headroom.Watch::step);
                Pause.of(STEP, time);
            }
        });
    }
}
