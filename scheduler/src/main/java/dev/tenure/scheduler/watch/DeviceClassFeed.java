package dev.tenure.scheduler.watch;

import dev.tenure.client.informer.InformerHandler;
import dev.tenure.model.device.DeviceClass;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.scheduler.cache.DeviceCache;
import dev.tenure.scheduler.framework.ClusterEvent;
import dev.tenure.scheduler.framework.EventKind;
import dev.tenure.scheduler.queue.SchedulingQueue;
import java.util.Optional;

/// Brings classes of devices to the cache, and word of them to the queue.
record DeviceClassFeed(DeviceCache cache, SchedulingQueue queue) implements InformerHandler {
    @Override
    public void changed(Optional<StoredObject> before, StoredObject after) {
        DeviceClass deviceClass = after.view(DeviceClass.class);
        cache.put(deviceClass);
        EventKind kind = before.isEmpty() ? EventKind.DEVICE_CLASS_ADDED : EventKind.DEVICE_CLASS_UPDATED;
        queue.happened(
                new ClusterEvent.OfDeviceClass(kind, before.map(old -> old.view(DeviceClass.class)), deviceClass));
    }

    @Override
    public void deleted(StoredObject last) {
        cache.remove(last.view(DeviceClass.class));
    }
}
