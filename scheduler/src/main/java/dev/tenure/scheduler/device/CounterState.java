package dev.tenure.scheduler.device;

import dev.tenure.model.device.Device;
import dev.tenure.model.device.Device.CounterSet;
import dev.tenure.model.device.DeviceId;
import dev.tenure.model.device.ResourceSlice;
import dev.tenure.model.quantity.Quantity;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// What is left of the counters of pools: what there is, less what devices take that claims have, less what
/// those take that a search has chosen. Upstream: checkAvailableCounters in allocator_incubating.go.
final class CounterState {
    private record Counter(String set, String name) {}

    private final Map<DevicePool.Id, Map<Counter, Quantity>> left = new HashMap<>();
    private final Predicate<DeviceId> isTaken;

    /// @param isTaken whether a claim has a device or a part of it
    CounterState(Predicate<DeviceId> isTaken) {
        this.isTaken = isTaken;
    }

    /// Takes what a device needs, unless there is not enough.
    boolean take(DevicePool pool, Device device) {
        Map<Counter, Quantity> counters = left.computeIfAbsent(pool.id(), _ -> ofPool(pool));
        change(counters, device, true);
        for (Quantity amount : counters.values()) {
            if (amount.sign() < 0) {
                change(counters, device, false);
                return false;
            }
        }
        return true;
    }

    /// Takes back a [#take] that returned true.
    void giveBack(DevicePool pool, Device device) {
        change(Objects.requireNonNull(left.get(pool.id())), device, false);
    }

    private Map<Counter, Quantity> ofPool(DevicePool pool) {
        Map<Counter, Quantity> counters = new HashMap<>();
        pool.counters()
                .values()
                .forEach(set ->
                        set.amounts().forEach((name, amount) -> counters.put(new Counter(set.name(), name), amount)));
        Stream.concat(pool.here().stream(), pool.elsewhere().stream()).forEach(slice -> takeUsed(counters, slice));
        return counters;
    }

    private void takeUsed(Map<Counter, Quantity> counters, ResourceSlice slice) {
        for (Device device : slice.devices()) {
            if (isTaken.test(new DeviceId(slice.driver(), slice.pool().name(), device.name()))) {
                change(counters, device, true);
            }
        }
    }

    private static void change(Map<Counter, Quantity> counters, Device device, boolean taken) {
        for (CounterSet set : device.counters()) {
            set.amounts()
                    .forEach((name, amount) -> counters.computeIfPresent(
                            new Counter(set.name(), name), (_, sum) -> taken ? sum.minus(amount) : sum.plus(amount)));
        }
    }
}
