package dev.tenure.scheduler.watch;

import dev.tenure.client.informer.InformerHandler;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.scheduler.framework.ClusterEvent;
import dev.tenure.scheduler.framework.EventKind;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Brings the objects of one kind to the cache, and word of them to the queue.
///
/// @param events what is reported when one is added and when one is changed; empty when nobody waits for the
///     kind
record ObjectFeed<T>(
        ResourceType type,
        Class<T> view,
        Consumer<T> put,
        Consumer<T> remove,
        List<EventKind> events,
        Consumer<ClusterEvent> queue)
        implements InformerHandler {
    /// The same feed, telling the queue as well.
    ObjectFeed<T> notifying(EventKind added, EventKind updated, Consumer<ClusterEvent> listener) {
        return new ObjectFeed<>(type, view, put, remove, List.of(added, updated), listener);
    }

    @Override
    public void changed(Optional<StoredObject> before, StoredObject after) {
        put.accept(after.view(view));
        if (!events.isEmpty()) {
            EventKind kind = before.isEmpty() ? events.getFirst() : events.getLast();
            queue.accept(new ClusterEvent.OfStorage(kind, after.key()));
        }
    }

    @Override
    public void deleted(StoredObject last) {
        remove.accept(last.view(view));
    }
}
