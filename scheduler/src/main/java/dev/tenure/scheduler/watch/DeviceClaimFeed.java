package dev.tenure.scheduler.watch;

import dev.tenure.client.informer.InformerHandler;
import dev.tenure.model.device.ResourceClaim;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.scheduler.cache.DeviceCache;
import dev.tenure.scheduler.framework.ClusterEvent;
import dev.tenure.scheduler.framework.EventKind;
import dev.tenure.scheduler.queue.SchedulingQueue;
import java.util.Optional;

/// Brings claims of devices to the cache, and word of them to the queue.
record DeviceClaimFeed(DeviceCache cache, SchedulingQueue queue) implements InformerHandler {
    @Override
    public void changed(Optional<StoredObject> before, StoredObject after) {
        ResourceClaim claim = after.view(ResourceClaim.class);
        cache.put(claim, after.revision());
        EventKind kind = before.isEmpty() ? EventKind.RESOURCE_CLAIM_ADDED : EventKind.RESOURCE_CLAIM_UPDATED;
        queue.happened(new ClusterEvent.OfDeviceClaim(kind, before.map(old -> old.view(ResourceClaim.class)), claim));
    }

    @Override
    public void deleted(StoredObject last) {
        cache.remove(last.view(ResourceClaim.class), last.revision());
    }
}
