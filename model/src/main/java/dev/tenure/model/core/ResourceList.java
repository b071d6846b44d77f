package dev.tenure.model.core;

import dev.tenure.model.meta.Frozen;
import dev.tenure.model.quantity.Quantity;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Amounts of resources by name, in the order of the names.
public record ResourceList(Map<String, Quantity> amounts) {
    public static final String CPU = "cpu";
    public static final String MEMORY = "memory";
    public static final String EPHEMERAL_STORAGE = "ephemeral-storage";
    public static final String STORAGE = "storage";
    public static final String PODS = "pods";

    public static final ResourceList EMPTY = new ResourceList(Map.of());

    public ResourceList {
        amounts = switch (amounts.size()) {
            case 0 -> Map.of();
            case 1 -> Frozen.map(amounts);
            default -> Collections.unmodifiableMap(new TreeMap<>(amounts));
        };
    }

    public boolean has(String resource) {
        return amounts.containsKey(resource);
    }

    /// The amount of a resource; zero when it is not named.
    public Quantity get(String resource) {
        @Nullable Quantity amount = amounts.get(resource);
        return amount == null ? Quantity.ZERO : amount;
    }

    public boolean isEmpty() {
        return amounts.isEmpty();
    }
}
