package dev.tenure.node.cgroup;

import dev.tenure.node.cgroup.ResourceRule.Limits;
import java.util.ArrayList;
import java.util.List;

/// What systemd is told of a slice: names, types and values of its properties, which differ between the
/// versions of control groups. Upstream: systemd/v1.go, v2.go and common.go of opencontainers/cgroups.
final class SlicePropertiesRule {
    private static final String FLAG = "b";
    private static final String NUMBER = "t";

    private SlicePropertiesRule() {}

    /// One property.
    ///
    /// @param type its signature on D-Bus
    /// @param value as `busctl` reads it: an array begins with its length
    record Property(String name, String type, List<String> value) {
        Property {
            value = List.copyOf(value);
        }
    }

    /// Of a slice that is made. Counting is always on: without it systemd would not have the controllers
    /// beneath.
    static List<Property> ofNew(String slice, String parent, boolean unified) {
        return List.of(
                new Property("Description", "s", List.of("pods, " + slice)),
                new Property("Wants", "as", List.of("1", parent)),
                flag("MemoryAccounting", true),
                flag("CPUAccounting", true),
                flag(unified ? "IOAccounting" : "BlockIOAccounting", true),
                flag("TasksAccounting", true),
                flag("DefaultDependencies", false));
    }

    /// Of limits; what is not limited is not named.
    static List<Property> of(Limits limits, boolean unified) {
        var properties = new ArrayList<Property>();
        limits.memoryBytes().ifPresent(bytes -> properties.add(number(unified ? "MemoryMax" : "MemoryLimit", bytes)));
        properties.add(
                unified
                        ? number("CPUWeight", ResourceRule.weight(limits.shares()))
                        : number("CPUShares", limits.shares()));
        limits.quotaMicros().ifPresent(quota -> {
            properties.add(number("CPUQuotaPeriodUSec", ResourceRule.PERIOD_MICROS));
            properties.add(number("CPUQuotaPerSecUSec", ResourceRule.perSecondMicros(quota)));
        });
        limits.tasks().ifPresent(most -> properties.add(number("TasksMax", most)));
        return properties;
    }

    private static Property flag(String name, boolean value) {
        return new Property(name, FLAG, List.of(String.valueOf(value)));
    }

    private static Property number(String name, long value) {
        return new Property(name, NUMBER, List.of(String.valueOf(value)));
    }

    /// As arguments of `busctl`, of type `a(sv)`.
    static List<String> words(List<Property> properties) {
        var words = new ArrayList<String>();
        words.add(String.valueOf(properties.size()));
        for (Property property : properties) {
            words.add(property.name());
            words.add(property.type());
            words.addAll(property.value());
        }
        return words;
    }

    /// Whether this is how systemd says that it has the unit already. `busctl` tells the words of an error,
    /// not its name, `org.freedesktop.systemd1.UnitExists`.
    static boolean exists(String written) {
        return written.contains("already exists") || written.contains("already loaded");
    }
}
