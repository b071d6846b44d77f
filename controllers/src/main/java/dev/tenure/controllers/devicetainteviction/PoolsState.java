package dev.tenure.controllers.devicetainteviction;

import dev.tenure.model.device.Device;
import dev.tenure.model.device.DeviceId;
import dev.tenure.model.device.DeviceTaint;
import dev.tenure.model.device.DeviceTaintEffect;
import dev.tenure.model.device.ResourceSlice;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/// The devices that drivers offer, by pool; slices of older generations count for nothing. Confined to one
/// loop.
final class PoolsState {
    record PoolId(String driver, String pool) {
        static PoolId of(ResourceSlice slice) {
            return new PoolId(slice.driver(), slice.pool().name());
        }

        static PoolId of(DeviceId device) {
            return new PoolId(device.driver(), device.pool());
        }
    }

    /// By the names of slices.
    private final Map<PoolId, Map<String, ResourceSlice>> pools = new HashMap<>();

    void put(ResourceSlice slice) {
        pools.computeIfAbsent(PoolId.of(slice), _ -> new TreeMap<>())
                .put(slice.meta().name(), slice);
    }

    void remove(ResourceSlice slice) {
        pools.computeIfPresent(PoolId.of(slice), (_, slices) -> {
            slices.remove(slice.meta().name());
            return slices.isEmpty() ? null : slices;
        });
    }

    /// The taints for which pods that use a device have to leave.
    List<DeviceTaint> evicting(DeviceId id) {
        return current(PoolId.of(id))
                .flatMap(slice -> slice.devices().stream())
                .filter(device -> device.name().equals(id.device()))
                .findFirst()
                .map(PoolsState::evicting)
                .orElse(List.of());
    }

    /// The same of all devices in a pool that have some.
    Map<String, List<DeviceTaint>> evicting(PoolId id) {
        Map<String, List<DeviceTaint>> tainted = new HashMap<>();
        current(id).flatMap(slice -> slice.devices().stream()).forEach(device -> {
            List<DeviceTaint> taints = evicting(device);
            if (!taints.isEmpty()) {
                tainted.putIfAbsent(device.name(), taints);
            }
        });
        return tainted;
    }

    private static List<DeviceTaint> evicting(Device device) {
        return device.taints().stream()
                .filter(taint -> taint.effect() == DeviceTaintEffect.NO_EXECUTE)
                .toList();
    }

    private Stream<ResourceSlice> current(PoolId id) {
        Map<String, ResourceSlice> slices = pools.getOrDefault(id, Map.of());
        Optional<Long> newest =
                slices.values().stream().map(slice -> slice.pool().generation()).max(Long::compare);
        return slices.values().stream()
                .filter(slice -> newest.filter(
                                generation -> generation == slice.pool().generation())
                        .isPresent());
    }
}
