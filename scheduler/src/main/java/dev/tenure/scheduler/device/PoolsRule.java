package dev.tenure.scheduler.device;

import dev.tenure.model.core.Node;
import dev.tenure.model.device.Device;
import dev.tenure.model.device.Device.CounterSet;
import dev.tenure.model.device.ResourceSlice;
import dev.tenure.scheduler.device.DevicePool.State;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Puts together the pools whose devices a node can use. Slices of an older generation do not count.
/// Upstream: GatherPools in pools_incubating.go.
final class PoolsRule {
    private static final Comparator<ResourceSlice> BY_NAME =
            Comparator.comparing(slice -> slice.meta().name());

    private PoolsRule() {}

    /// @return in the order in which their devices are tried: those without binding conditions first
    static List<DevicePool> gather(OfferedSlices offered, Node node) {
        Map<DevicePool.Id, List<ResourceSlice>> byPool = new TreeMap<>();
        for (ResourceSlice slice : offered.near(node.name())) {
            if (DeviceReachRule.concerns(slice, node)) {
                List<ResourceSlice> known = byPool.computeIfAbsent(DevicePool.Id.of(slice), _ -> new ArrayList<>());
                add(known, slice);
            }
        }
        List<DevicePool> pools = new ArrayList<>();
        List<DevicePool> prepared = new ArrayList<>();
        byPool.forEach((id, slices) -> pool(id, slices, offered)
                .ifPresent(pool -> (pool.hasBindingConditions() ? prepared : pools).add(pool)));
        pools.addAll(prepared);
        return pools;
    }

    private static void add(List<ResourceSlice> known, ResourceSlice slice) {
        long generation =
                known.isEmpty() ? Long.MIN_VALUE : known.getFirst().pool().generation();
        if (slice.pool().generation() > generation) {
            known.clear();
        }
        if (slice.pool().generation() >= generation) {
            known.add(slice);
        }
    }

    private static Optional<DevicePool> pool(DevicePool.Id id, List<ResourceSlice> near, OfferedSlices offered) {
        long wanted = near.getFirst().pool().slices();
        if (near.size() == wanted) {
            return Optional.of(build(id, near, near));
        }
        long generation = near.getFirst().pool().generation();
        List<ResourceSlice> whole = new ArrayList<>();
        for (ResourceSlice slice : offered.of(id)) {
            if (slice.pool().generation() > generation) {
                // what the node can use is about to be replaced
                return Optional.empty();
            }
            if (slice.pool().generation() == generation) {
                whole.add(slice);
            }
        }
        return Optional.of(whole.size() == wanted ? build(id, near, whole) : DevicePool.unusable(id, State.INCOMPLETE));
    }

    private static DevicePool build(DevicePool.Id id, List<ResourceSlice> near, List<ResourceSlice> whole) {
        List<ResourceSlice> slices = near.stream().sorted(BY_NAME).toList();
        List<ResourceSlice> here =
                slices.stream().filter(slice -> slice.counters().isEmpty()).toList();
        Set<String> names = near.stream().map(slice -> slice.meta().name()).collect(Collectors.toSet());
        List<ResourceSlice> elsewhere = whole.stream()
                .filter(slice -> !names.contains(slice.meta().name()))
                .toList();
        Map<String, CounterSet> counters = new HashMap<>();
        boolean valid = areNamedApart(here)
                && collect(slices, counters)
                && areCounted(slices, counters)
                && areCounted(elsewhere, counters);
        return valid
                ? new DevicePool(id, State.USABLE, here, elsewhere, counters)
                : DevicePool.unusable(id, State.INVALID);
    }

    private static boolean areNamedApart(List<ResourceSlice> slices) {
        var names = new HashSet<String>();
        for (ResourceSlice slice : slices) {
            for (Device device : slice.devices()) {
                if (!names.add(device.name())) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean collect(List<ResourceSlice> slices, Map<String, CounterSet> counters) {
        for (ResourceSlice slice : slices) {
            for (CounterSet set : slice.counters()) {
                if (counters.put(set.name(), set) != null) {
                    return false;
                }
            }
        }
        return true;
    }

    /// Whether there is every counter that devices take from.
    private static boolean areCounted(List<ResourceSlice> slices, Map<String, CounterSet> counters) {
        for (ResourceSlice slice : slices) {
            for (Device device : slice.devices()) {
                for (CounterSet taken : device.counters()) {
                    CounterSet there = counters.get(taken.name());
                    if (there == null
                            || !there.amounts()
                                    .keySet()
                                    .containsAll(taken.amounts().keySet())) {
                        return false;
                    }
                }
            }
        }
        return true;
    }
}
