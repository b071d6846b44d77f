package dev.tenure.launch.memory;

import dev.tenure.runtime.io.Background;
import dev.tenure.runtime.io.Pause;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import java.time.Duration;
import java.util.Optional;

/// Looks after the heap of this process beside those who work: pages that the old generation will need are
/// provided beforehand, young objects are collected when work has paused or between two requests, and what is
/// no longer needed is given back after a rest.
public final class HeapCare {
    private static final Duration STEP = Duration.ofMillis(20);
    private static final Duration LOOK = Duration.ofMillis(2);
    private static final Duration FIRST = Duration.ofSeconds(1);

    private HeapCare() {}

    /// Starts a daemon thread that does so for as long as the process lives; with another collector than the
    /// serial one it ends at once.
    ///
    public static void start(Visits visits) {
        Background.daemon("heap-care", () -> {
            var time = new SystemTime();
            Pause.of(FIRST, time);
            Optional<PagesAhead> pages = PagesAhead.find();
            Optional<CollectionAhead> collection = CollectionAhead.find(visits.asked());
            Optional<Headroom.Watch> room = Headroom.find().map(found -> new Headroom.Watch(found, time));
            Optional<HeapReturn> giving = HeapReturn.find(STEP, visits);
            while (pages.isPresent() || collection.isPresent() || giving.isPresent()) {
                pages.ifPresent(PagesAhead::step);
                collection.ifPresent(CollectionAhead::step);
                giving.ifPresent(HeapReturn::step);
                room.ifPresent(Headroom.Watch::step);
                rest(collection, time);
            }
        });
    }

    /// Until the next step; while a collection is near, with an eye on a moment for it.
    private static void rest(Optional<CollectionAhead> collection, TimeSource time) {
        Tick end = time.now().plus(STEP);
        while (collection.isPresent()
                && end.isAfter(time.now())
                && collection.get().isNear()) {
            collection.get().look();
            Pause.of(LOOK, time);
        }
        Pause.of(end.since(time.now()), time);
    }
}
