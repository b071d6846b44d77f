package dev.tenure.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.model.meta.StoredObject;
import dev.tenure.store.Store.Committed;
import dev.tenure.store.memory.MemoryStore;
import dev.tenure.store.memory.StateOptions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GuardedStoreTest {
    private boolean full;
    private final Store store = new GuardedStore(new MemoryStore(StateOptions.indexing(Map.of())), () -> full);

    private static StoredObject pod(int length) {
        return StoreSamples.objectOf(StoreSamples.key(StoreSamples.PODS, "default", "a"), "x".repeat(length), Map.of());
    }

    private long create(int length) {
        return ((Committed.Durable) store.commit(StoreSamples.creating(pod(length))))
                .object()
                .revision();
    }

    @Test
    void whatWouldStayIsRefusedWhenThereIsNoRoom() {
        full = true;
        assertThatThrownBy(() -> create(1))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContainingAll("pods a cannot be stored", "memory", "delete some", "--memory");
        assertThatThrownBy(() -> store.commitAll(List.of(StoreSamples.creating(pod(1)))))
                .isInstanceOf(StoreUnavailableException.class);
        assertThat(store.get(pod(1).key())).isEmpty();
        full = false;
        create(1);
    }

    @Test
    void smallChangesAndDeletionsGoOn() {
        long created = create(10_000);
        full = true;
        Committed.Durable grown = (Committed.Durable) store.commit(StoreSamples.replacing(pod(12_000), created));
        Committed.Durable shrunk = (Committed.Durable)
                store.commit(StoreSamples.replacing(pod(10), grown.object().revision()));
        assertThatThrownBy(() -> store.commit(
                        StoreSamples.replacing(pod(10_000), shrunk.object().revision())))
                .isInstanceOf(StoreUnavailableException.class);
        assertThat(store.commit(StoreSamples.deleting(pod(10), shrunk.object().revision())))
                .isInstanceOf(Committed.Durable.class);
    }
}
