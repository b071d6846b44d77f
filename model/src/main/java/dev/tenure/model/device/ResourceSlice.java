package dev.tenure.model.device;

import dev.tenure.model.device.Device.CounterSet;
import dev.tenure.model.meta.ObjectMeta;
import java.util.List;

/// A part of the devices in a pool that a driver offers.
///
/// @param reach from which nodes its devices can be used
/// @param counters what devices of the pool share; a slice has either devices or these
public record ResourceSlice(
        ObjectMeta meta, String driver, Pool pool, DeviceReach reach, List<Device> devices, List<CounterSet> counters) {
    public ResourceSlice {
        devices = List.copyOf(devices);
        counters = List.copyOf(counters);
    }

    /// @param generation slices of an older one no longer count
    /// @param slices how many of this generation belong together
    public record Pool(String name, long generation, long slices) {}
}
