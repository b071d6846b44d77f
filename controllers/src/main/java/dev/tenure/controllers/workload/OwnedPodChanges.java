package dev.tenure.controllers.workload;

import dev.tenure.client.informer.InformerHandler;
import dev.tenure.model.meta.StoredObject;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// What a change of a pod means to the loop of a kind of workloads: the cache hears of it, and every workload that the
/// pod concerns, or concerned before, is woken. Confined to one loop.
public final class OwnedPodChanges implements InformerHandler {
    private final Supplier<OwnedPodsCache> owned;
    private final Consumer<StoredObject> wake;
    private final Runnable ready;

    /// @param owned the cache over the informer whose handler this is; asked for with each change
    /// @param wake has the workloads looked at that a pod in this state concerns ([ConcernedRule#workloads])
    /// @param ready called when all pods are known
    public OwnedPodChanges(Supplier<OwnedPodsCache> owned, Consumer<StoredObject> wake, Runnable ready) {
        this.owned = owned;
        this.wake = wake;
        this.ready = ready;
    }

    @Override
    public void changed(Optional<StoredObject> before, StoredObject after) {
        before.filter(old -> ConcernedRule.moved(old, after)).ifPresent(wake);
        owned.get().put(after);
        wake.accept(after);
    }

    @Override
    public void deleted(StoredObject last) {
        owned.get().remove(last);
        wake.accept(last);
    }

    @Override
    public void synced() {
        ready.run();
    }
}
