package dev.tenure.model.device;

import dev.tenure.model.meta.Frozen;
import dev.tenure.model.quantity.Quantity;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A device that a driver offers.
///
/// @param attributes by name; names without a domain are in the driver's
/// @param capacity by name, likewise
/// @param counters what it takes of the counters of its pool
/// @param reach from which nodes; says something only where its slice leaves it to each device
/// @param shared whether several claims may have a part of it each
public record Device(
        String name,
        Map<String, Attribute> attributes,
        Map<String, Capacity> capacity,
        List<CounterSet> counters,
        DeviceReach reach,
        List<DeviceTaint> taints,
        Binding binding,
        boolean shared) {
    public Device {
        attributes = Frozen.map(attributes);
        capacity = Frozen.map(capacity);
        counters = List.copyOf(counters);
        taints = List.copyOf(taints);
    }

    /// What is said about a device.
    public sealed interface Attribute {
        record Whole(long value) implements Attribute {}

        record Flag(boolean value) implements Attribute {}

        record Text(String value) implements Attribute {}

        /// @param value as semver.org 2.0.0 has it
        record Version(String value) implements Attribute {}

        /// A type that came later, or lists, whose feature gate is off by default.
        record Unknown() implements Attribute {}
    }

    /// How much there is of something in a device.
    ///
    /// @param policy of devices in several parts: which parts of the amount can be asked for
    public record Capacity(Quantity value, Optional<RequestPolicy> policy) {
        public static Capacity of(Quantity value) {
            return new Capacity(value, Optional.empty());
        }
    }

    /// Which amounts can be had.
    ///
    /// @param usual what one gets who does not ask; absent: all
    /// @param values the only ones, rising; empty when there is a range, or no bound at all
    public record RequestPolicy(Optional<Quantity> usual, List<Quantity> values, Optional<Range> range) {
        public RequestPolicy {
            values = List.copyOf(values);
        }
    }

    public record Range(Optional<Quantity> min, Optional<Quantity> max, Optional<Quantity> step) {}

    /// Counters under one name: what there is of each in a pool, or what a device takes of them.
    public record CounterSet(String name, Map<String, Quantity> amounts) {
        public CounterSet {
            amounts = Frozen.map(amounts);
        }
    }

    /// What has to be waited for before a pod is bound that got the device.
    ///
    /// @param toNode whether who got it has to run on the node for which it was chosen
    /// @param conditions which all have to be true in the status of the claim
    /// @param failures of which none may be true there
    public record Binding(boolean toNode, List<String> conditions, List<String> failures) {
        public static final Binding NONE = new Binding(false, List.of(), List.of());

        public Binding {
            conditions = List.copyOf(conditions);
            failures = List.copyOf(failures);
        }
    }
}
