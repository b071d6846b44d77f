package dev.tenure.store;

import static dev.tenure.store.StoreSamples.creating;
import static dev.tenure.store.StoreSamples.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.runtime.loop.SimulatedWorld;
import dev.tenure.store.memory.MemoryStore;
import dev.tenure.store.memory.StateOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CompactionLoopTest {
    private final SimulatedWorld world = new SimulatedWorld(Instant.parse("2026-01-01T00:00:00Z"));
    private final Store store = new MemoryStore(StateOptions.indexing(Map.of()));
    private int pods;

    private void write() {
        store.commit(creating(pod("a", "pod-" + pods++, "n")));
    }

    @Test
    void historyIsForgottenOnceItIsFiveMinutesOldAndNotBefore() {
        write();
        long first = store.revision();
        new CompactionLoop(store, world.loop("history"), CompactionLoop.HISTORY_AGE).start();
        world.settle();
        write();

        world.advance(Duration.ofMinutes(5).minusNanos(1));
        assertThat(store.compactedRevision()).isEqualTo(1);
        world.advance(Duration.ofNanos(1));
        assertThat(store.compactedRevision()).isEqualTo(first);
        world.advance(Duration.ofSeconds(30));
        assertThat(store.compactedRevision()).isEqualTo(store.revision());
    }

    @Test
    void aStoreWithoutWritesKeepsItsNewestRevision() {
        write();
        new CompactionLoop(store, world.loop("history"), Duration.ofSeconds(1)).start();
        world.advance(Duration.ofHours(1));
        assertThat(store.compactedRevision()).isEqualTo(store.revision());
        assertThat(store.list(Store.Range.all(StoreSamples.PODS, "")).items()).hasSize(1);
    }
}
