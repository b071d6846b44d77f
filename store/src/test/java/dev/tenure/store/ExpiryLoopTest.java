package dev.tenure.store;

import static dev.tenure.store.StoreSamples.creating;
import static dev.tenure.store.StoreSamples.deleting;
import static dev.tenure.store.StoreSamples.pod;
import static dev.tenure.store.StoreSamples.replacing;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.loop.SimulatedWorld;
import dev.tenure.store.memory.MemoryStore;
import dev.tenure.store.memory.StateOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ExpiryLoopTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration LATE = Duration.ofSeconds(10);

    private final SimulatedWorld world = new SimulatedWorld(START);
    private final Store store = new MemoryStore(StateOptions.indexing(Map.of()));

    private void start(Instant written) {
        new ExpiryLoop(store, world.loop("expiry"), StoreSamples.PODS, HOUR, _ -> written).start();
        world.settle();
    }

    private long write(String name) {
        return ((Store.Committed.Durable) store.commit(creating(pod("a", name, "n"))))
                .object()
                .revision();
    }

    private List<String> names() {
        return store.list(Store.Range.all(StoreSamples.PODS, "")).items().stream()
                .map(StoredObject::key)
                .map(key -> key.name())
                .toList();
    }

    @Test
    void anObjectGoesAnHourAfterItsLastWriteAndNotBefore() {
        start(START);
        write("one");
        long two = write("two");
        world.advance(Duration.ofMinutes(30));
        store.commit(replacing(pod("a", "two", "m"), two));
        world.advance(Duration.ofMinutes(30).minusNanos(1));
        assertThat(names()).containsExactly("one", "two");
        world.advance(LATE.multipliedBy(2));
        assertThat(names()).containsExactly("two");
        world.advance(Duration.ofMinutes(30));
        assertThat(names()).isEmpty();
    }

    @Test
    void whatIsThereAtTheStartGoesAsItTellsAndAfterAnHourAtTheLatest() {
        write("one");
        start(START.minus(Duration.ofMinutes(50)));
        world.advance(Duration.ofMinutes(10).minusNanos(1));
        assertThat(names()).containsExactly("one");
        world.advance(LATE);
        assertThat(names()).isEmpty();
    }

    @Test
    void aTimeToComeIsNotTakenAtItsWord() {
        write("one");
        start(START.plus(Duration.ofDays(1)));
        world.advance(HOUR.plus(LATE));
        assertThat(names()).isEmpty();
    }

    @Test
    void whatWasDeletedAndMadeAgainHasAnHourOfItsOwn() {
        start(START);
        long one = write("one");
        world.advance(Duration.ofMinutes(40));
        store.commit(deleting(pod("a", "one", "n"), one));
        write("one");
        world.advance(Duration.ofMinutes(50));
        assertThat(names()).containsExactly("one");
        world.advance(Duration.ofMinutes(11));
        assertThat(names()).isEmpty();
    }

    @Test
    void manyGoWithinSeconds() {
        start(START);
        for (int i = 0; i < 5000; i++) {
            write("p" + i);
        }
        world.advance(HOUR.plus(LATE.multipliedBy(2)));
        assertThat(names()).isEmpty();
    }

    @Test
    void itGoesOnWhereHistoryWasForgotten() {
        start(START);
        write("one");
        store.commit(creating(StoreSamples.objectOf(StoreSamples.key(StoreSamples.LEASES, "a", "l"), "x", Map.of())));
        store.compact(store.revision());
        world.advance(HOUR.plus(LATE.multipliedBy(2)));
        assertThat(names()).isEmpty();
    }
}
