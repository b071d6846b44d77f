package dev.tenure.kinds.expression;

import dev.tenure.kinds.expression.library.Libraries;
import dev.tenure.model.device.Device;
import dev.tenure.model.device.Device.Attribute;
import dev.tenure.model.quantity.Quantity;
import java.util.AbstractMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A device as expressions see it. Upstream: DeviceMatches in compile.go.
final class DeviceValues {
    private DeviceValues() {}

    /// What the variables are.
    sealed interface Read {
        record Good(Map<String, Object> values) implements Read {}

        /// An attribute has no value that the language knows.
        record Faulty(String fault) implements Read {}
    }

    static Read of(String driver, Device device) {
        Map<String, Map<String, Object>> attributes = new HashMap<>();
        for (Map.Entry<String, Attribute> entry : device.attributes().entrySet()) {
            Optional<Object> value = value(entry.getValue());
            if (value.isEmpty()) {
                return new Read.Faulty("attribute %s: %s".formatted(entry.getKey(), fault(entry.getValue())));
            }
            put(attributes, entry.getKey(), driver, value.get());
        }
        Map<String, Map<String, Object>> capacity = new HashMap<>();
        device.capacity().forEach((name, amount) -> put(capacity, name, driver, amount.value()));
        return new Read.Good(Map.of(
                "device",
                Map.of(
                        "driver",
                        driver,
                        "allowMultipleAllocations",
                        device.shared(),
                        "attributes",
                        new ByDomain(attributes),
                        "capacity",
                        new ByDomain(capacity))));
    }

    private static Optional<Object> value(Attribute attribute) {
        return switch (attribute) {
            case Attribute.Whole(var whole) -> Optional.of(whole);
            case Attribute.Flag(var flag) -> Optional.of(flag);
            case Attribute.Text(var text) -> Optional.of(text);
            case Attribute.Version(var version) -> Libraries.version(version);
            case Attribute.Unknown _ -> Optional.empty();
        };
    }

    private static String fault(Attribute attribute) {
        return attribute instanceof Attribute.Version(var version)
                ? "parse semantic version: " + Libraries.versionFault(version)
                : "unsupported attribute value";
    }

    private static void put(Map<String, Map<String, Object>> all, String name, String driver, Object value) {
        int slash = name.indexOf('/');
        String domain = slash < 0 ? driver : name.substring(0, slash);
        all.computeIfAbsent(domain, _ -> new HashMap<>()).put(name.substring(slash + 1), value);
    }

    /// A type as Go names it.
    static String typeName(Object value) {
        return switch (value) {
            case String _ -> "string";
            case Long _ -> "int";
            case Double _ -> "double";
            case Quantity _ -> "kubernetes.Quantity";
            default -> "dyn";
        };
    }

    /// Values by domain and name; a domain of which there are none is there, and empty.
    private static final class ByDomain extends AbstractMap<String, Map<String, Object>> {
        private final Map<String, Map<String, Object>> domains;

        ByDomain(Map<String, Map<String, Object>> domains) {
            this.domains = domains;
        }

        @Override
        public @Nullable Map<String, Object> get(@Nullable Object key) {
            return domains.getOrDefault(key, Map.of());
        }

        @Override
        public boolean containsKey(@Nullable Object key) {
            return true;
        }

        @Override
        public Set<Entry<String, Map<String, Object>>> entrySet() {
            return domains.entrySet();
        }
    }
}
