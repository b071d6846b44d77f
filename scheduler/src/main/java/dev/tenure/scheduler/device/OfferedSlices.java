package dev.tenure.scheduler.device;

import dev.tenure.model.device.DeviceReach;
import dev.tenure.model.device.ResourceSlice;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// What drivers offer, sorted by who needs to look at it, so that a node is not asked about the devices of
/// all others. Worked out once, until a slice changes. Immutable.
public final class OfferedSlices {
    static final OfferedSlices NONE = new OfferedSlices(List.of());

    private final Map<String, List<ResourceSlice>> ofNode = new HashMap<>();
    private final Map<DevicePool.Id, List<ResourceSlice>> ofPool = new HashMap<>();
    private final List<ResourceSlice> shared = new ArrayList<>();

    /// @param slices in the order of their names
    public OfferedSlices(Collection<ResourceSlice> slices) {
        for (ResourceSlice slice : slices) {
            ofPool.computeIfAbsent(DevicePool.Id.of(slice), _ -> new ArrayList<>())
                    .add(slice);
            if (slice.reach() instanceof DeviceReach.OneNode(var name)
                    && slice.counters().isEmpty()) {
                ofNode.computeIfAbsent(name, _ -> new ArrayList<>()).add(slice);
            } else {
                shared.add(slice);
            }
        }
    }

    /// Those that may concern a node: its own, then those of several nodes.
    List<ResourceSlice> near(String node) {
        List<ResourceSlice> near = new ArrayList<>(ofNode.getOrDefault(node, List.of()));
        near.addAll(shared);
        return near;
    }

    /// All slices of a pool, of whatever generation.
    List<ResourceSlice> of(DevicePool.Id pool) {
        return ofPool.getOrDefault(pool, List.of());
    }
}
