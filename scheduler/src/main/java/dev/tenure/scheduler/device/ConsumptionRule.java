package dev.tenure.scheduler.device;

import dev.tenure.model.device.Device.Capacity;
import dev.tenure.model.device.Device.Range;
import dev.tenure.model.device.Device.RequestPolicy;
import dev.tenure.model.quantity.Quantity;
import dev.tenure.model.quantity.Quantity.Format;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// How much of a device a request takes, and whether there is so much left. Upstream: consumable_capacity.go.
final class ConsumptionRule {
    private ConsumptionRule() {}

    /// @param wanted by name, as the request says
    /// @param taken what others have, by name: each map counts
    static boolean fits(
            Map<String, Quantity> wanted, Map<String, Capacity> capacities, List<Map<String, Quantity>> taken) {
        if (!capacities.keySet().containsAll(wanted.keySet())) {
            return false;
        }
        for (Map.Entry<String, Capacity> entry : capacities.entrySet()) {
            Capacity capacity = entry.getValue();
            Quantity sum = consumed(wanted.get(entry.getKey()), capacity);
            if (violates(sum, capacity.policy())) {
                return false;
            }
            for (Map<String, Quantity> one : taken) {
                sum = sum.plus(one.getOrDefault(entry.getKey(), Quantity.ZERO));
            }
            if (sum.compareTo(capacity.value()) > 0) {
                return false;
            }
        }
        return true;
    }

    /// What a request takes of each capacity of a device.
    static Map<String, Quantity> consumed(Map<String, Quantity> wanted, Map<String, Capacity> capacities) {
        Map<String, Quantity> consumed = HashMap.newHashMap(capacities.size());
        capacities.forEach((name, capacity) -> consumed.put(name, consumed(wanted.get(name), capacity)));
        return consumed;
    }

    private static Quantity consumed(@Nullable Quantity wanted, Capacity capacity) {
        if (wanted == null) {
            return capacity.policy().flatMap(RequestPolicy::usual).orElse(capacity.value());
        }
        if (capacity.policy().isEmpty()) {
            return wanted;
        }
        RequestPolicy policy = capacity.policy().get();
        if (policy.range().flatMap(Range::min).isPresent()) {
            return roundedUp(wanted, policy.range().get());
        }
        return policy.values().stream()
                .filter(value -> wanted.compareTo(value) <= 0)
                .findFirst()
                .orElse(wanted);
    }

    private static Quantity roundedUp(Quantity wanted, Range range) {
        Quantity min = range.min().orElseThrow();
        if (wanted.compareTo(min) < 0) {
            return min;
        }
        if (range.step().isEmpty()) {
            return wanted;
        }
        long step = range.step().get().value();
        long steps = Math.ceilDiv(wanted.value() - min.value(), step);
        return Quantity.of(min.value() + steps * step, Format.BINARY_SI);
    }

    private static boolean violates(Quantity amount, Optional<RequestPolicy> maybe) {
        if (maybe.isEmpty()) {
            return false;
        }
        RequestPolicy policy = maybe.get();
        if (policy.usual().isPresent() && amount.compareTo(policy.usual().get()) == 0) {
            return false;
        }
        if (policy.range().isPresent()) {
            Range range = policy.range().get();
            return range.max().filter(max -> amount.compareTo(max) > 0).isPresent() || liesBetween(amount, range);
        }
        return !policy.values().isEmpty() && policy.values().stream().noneMatch(value -> amount.compareTo(value) == 0);
    }

    /// Whether an amount lies between two steps of a range.
    private static boolean liesBetween(Quantity amount, Range range) {
        if (range.step().isEmpty()) {
            return false;
        }
        long min = range.min().map(Quantity::value).orElse(0L);
        return (amount.value() - min) % range.step().get().value() != 0;
    }
}
