package dev.tenure.controllers.workload;

import dev.tenure.client.informer.Informer;
import dev.tenure.client.informer.InformerHandler;
import dev.tenure.client.informer.SharedInformers;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import java.util.Optional;
import java.util.function.Consumer;

/// Follows pods for the loop of a kind of workloads: the cache hears of each change, and every workload that
/// the pod concerns, or concerned before, is woken. Confined to one loop.
public final class OwnedPods {
    private final Informer informer;
    private final OwnedPodsCache cache;

    /// @param wake has the workloads looked at that a pod in this state concerns ([ConcernedRule#workloads])
    /// @param ready called when all pods are known
    public record Listener(Consumer<StoredObject> wake, Runnable ready) {}

    public OwnedPods(SharedInformers informers, Listener listener) {
        this.informer = informers.all(ResourceTypes.PODS, new Changes(listener));
        this.cache = new OwnedPodsCache(informer);
    }

    /// To be started by the loop.
    public Informer informer() {
        return informer;
    }

    public OwnedPodsCache cache() {
        return cache;
    }

    private final class Changes implements InformerHandler {
        private final Listener listener;

        private Changes(Listener listener) {
            this.listener = listener;
        }

        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            before.filter(old -> ConcernedRule.moved(old, after)).ifPresent(listener.wake());
            cache.put(after);
            listener.wake().accept(after);
        }

        @Override
        public void deleted(StoredObject last) {
            cache.remove(last);
            listener.wake().accept(last);
        }

        @Override
        public void synced() {
            listener.ready().run();
        }
    }
}
