package dev.tenure.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.store.OverloadedException;
import dev.tenure.store.Store.Precondition;
import dev.tenure.store.Store.Write;
import dev.tenure.store.StoreUnavailableException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CommitQueueTest {
    private final CommitQueue queue = new CommitQueue();

    private static Write write(int bytes) {
        var key = new ObjectKey("", "configmaps", "a", "b");
        var header = new StoredObject.Header(key, "uid", Map.of(), List.of(), Map.of(), false);
        byte[] json = ("{" + " ".repeat(Math.max(0, bytes - 2)) + "}").getBytes(StandardCharsets.US_ASCII);
        return new Write.Put(new StoredObject(header, json, 0, read -> read), new Precondition.Absent());
    }

    @Test
    void aFullQueueRefusesMoreUntilTheWriterHasTakenSome() {
        for (int i = 0; i < CommitQueue.WRITES_MAX; i++) {
            queue.add(write(10));
        }
        assertThatThrownBy(() -> queue.add(write(10)))
                .isInstanceOf(OverloadedException.class)
                .hasMessageContaining("" + CommitQueue.WRITES_MAX);
        assertThat(queue.take()).hasSize(CommitQueue.BATCH_WRITES_MAX);
        queue.add(write(10));
    }

    @Test
    void largeObjectsMakeSmallBatches() {
        for (int i = 0; i < 20; i++) {
            queue.add(write(3 << 20));
        }
        assertThat(queue.take()).hasSize(3);
    }

    @Test
    void aClosedQueueHandsOutWhatWaitsAndLetsNobodyIn() {
        queue.add(write(1));
        queue.close(new StoreUnavailableException("the store is closed"));
        assertThatThrownBy(() -> queue.add(write(1)))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessage("the store is closed");
        assertThat(queue.take()).hasSize(1);
        assertThat(queue.take()).isEmpty();
    }
}
