package dev.tenure.scheduler.device;

import dev.tenure.model.device.Device;
import dev.tenure.model.device.DeviceId;
import dev.tenure.model.device.ResourceSlice;

/// A device, and where it is offered.
record OfferedDevice(DeviceId id, Device device, ResourceSlice slice, DevicePool pool) {
    static OfferedDevice of(Device device, ResourceSlice slice, DevicePool pool) {
        var id = new DeviceId(slice.driver(), slice.pool().name(), device.name());
        return new OfferedDevice(id, device, slice, pool);
    }
}
