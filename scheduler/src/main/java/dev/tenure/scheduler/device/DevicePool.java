package dev.tenure.scheduler.device;

import dev.tenure.model.device.Device.CounterSet;
import dev.tenure.model.device.ResourceSlice;
import dev.tenure.model.meta.Frozen;
import java.util.List;
import java.util.Map;

/// The devices of a pool as one node sees them.
///
/// @param here slices with devices that may be used from the node, by name
/// @param elsewhere other slices of the pool, whose devices take from the same counters
/// @param counters what the devices of the pool share, by name
record DevicePool(
        Id id, State state, List<ResourceSlice> here, List<ResourceSlice> elsewhere, Map<String, CounterSet> counters) {
    DevicePool {
        here = List.copyOf(here);
        elsewhere = List.copyOf(elsewhere);
        counters = Frozen.map(counters);
    }

    static DevicePool unusable(Id id, State state) {
        return new DevicePool(id, state, List.of(), List.of(), Map.of());
    }

    /// `driver/pool`.
    record Id(String driver, String name) implements Comparable<Id> {
        static Id of(ResourceSlice slice) {
            return new Id(slice.driver(), slice.pool().name());
        }

        @Override
        public int compareTo(Id other) {
            int byDriver = driver.compareTo(other.driver);
            return byDriver == 0 ? name.compareTo(other.name) : byDriver;
        }

        @Override
        public String toString() {
            return driver + "/" + name;
        }
    }

    enum State {
        USABLE,
        /// Not all slices of its generation are there.
        INCOMPLETE,
        /// Its slices contradict one another.
        INVALID
    }

    /// Whether a device has to be prepared before pods that got it are bound.
    boolean hasBindingConditions() {
        for (ResourceSlice slice : here) {
            if (slice.devices().stream()
                    .anyMatch(device -> !device.binding().conditions().isEmpty())) {
                return true;
            }
        }
        return false;
    }
}
