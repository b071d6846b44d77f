package dev.tenure.console.follow;

import dev.tenure.client.informer.InformerHandler;
import dev.tenure.client.informer.ReadSoFar;
import dev.tenure.client.rest.ConnectionException;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.loop.Published;
import java.util.Optional;

/// Counts the batches of changes of one copy that pages would show, and knows whether the cluster answers;
/// written by the copy's loop, read by all.
class ChangeCount implements InformerHandler {
    private final Published<Long> count = new Published<>(0L);
    private final Published<Boolean> lost = new Published<>(false);
    private final Published<Optional<ReadSoFar>> soFar = new Published<>(Optional.empty());
    private boolean synced;
    private boolean worthTelling;

    /// 0 before all that exists has been read.
    long count() {
        return count.get();
    }

    /// Whether the cluster does not answer at present.
    boolean isLost() {
        return lost.get();
    }

    /// How far the first list is; empty before its first page is here.
    Optional<ReadSoFar> soFar() {
        return soFar.get();
    }

    @Override
    public void reading(ReadSoFar read) {
        soFar.publish(Optional.of(read));
    }

    @Override
    public void changed(Optional<StoredObject> before, StoredObject after) {
        worthTelling = worthTelling || before.isEmpty() || !NodeChangeRule.onlyBeat(before.get(), after);
    }

    @Override
    public void deleted(StoredObject last) {
        worthTelling = true;
    }

    @Override
    public void synced() {
        synced = true;
        count.publish(count.get() + 1);
    }

    /// What is refused is an answer.
    @Override
    public void failed(Exception why) {
        lost.publish(why instanceof ConnectionException);
    }

    @Override
    public void followed() {
        lost.publish(false);
    }

    @Override
    public void batchEnded() {
        if (synced && worthTelling) {
            count.publish(count.get() + 1);
        }
        worthTelling = false;
    }
}
