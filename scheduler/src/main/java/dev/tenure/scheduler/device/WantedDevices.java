package dev.tenure.scheduler.device;

import dev.tenure.model.device.DeviceClass;
import dev.tenure.model.device.ResourceClaim;
import dev.tenure.model.device.ResourceClaim.Amount;
import dev.tenure.model.device.ResourceClaim.Devices;
import dev.tenure.model.device.ResourceClaim.Request;
import java.util.List;

/// A request of a claim, or one of the alternatives of a request, and what it comes to on a node.
///
/// @param count how many devices it takes
/// @param all the devices that it takes; empty unless it asks for all that there are
record WantedDevices(
        ResourceClaim claim,
        Request request,
        Devices devices,
        DeviceClass deviceClass,
        int count,
        List<OfferedDevice> all) {
    WantedDevices {
        all = List.copyOf(all);
    }

    boolean wantsAll() {
        return devices.amount() instanceof Amount.All;
    }

    /// As results name it.
    String name() {
        return devices.name().isEmpty() ? request.name() : request.name() + "/" + devices.name();
    }
}
