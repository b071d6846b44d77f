package dev.tenure.scheduler.watch;

import dev.tenure.client.informer.InformerHandler;
import dev.tenure.model.core.Node;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.scheduler.cache.SchedulerCache;
import dev.tenure.scheduler.framework.ClusterEvent;
import dev.tenure.scheduler.framework.EventKind;
import dev.tenure.scheduler.queue.PodChangeRule;
import dev.tenure.scheduler.queue.SchedulingQueue;
import java.util.Optional;

/// Brings nodes to the cache and tells the queue what has changed about them.
record NodeFeed(SchedulerCache cache, SchedulingQueue queue) implements InformerHandler {
    @Override
    public void changed(Optional<StoredObject> before, StoredObject after) {
        Node node = after.view(Node.class);
        Optional<Node> old = before.map(object -> object.view(Node.class));
        cache.put(node);
        if (old.isEmpty()) {
            queue.happened(new ClusterEvent.OfNode(EventKind.NODE_ADDED, old, Optional.of(node)));
            return;
        }
        for (EventKind kind : PodChangeRule.ofNode(old.get(), node)) {
            queue.happened(new ClusterEvent.OfNode(kind, old, Optional.of(node)));
        }
    }

    @Override
    public void deleted(StoredObject last) {
        Node node = last.view(Node.class);
        cache.remove(node);
        queue.happened(new ClusterEvent.OfNode(EventKind.NODE_DELETED, Optional.of(node), Optional.empty()));
    }
}
