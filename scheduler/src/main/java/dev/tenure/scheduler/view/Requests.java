package dev.tenure.scheduler.view;

import dev.tenure.model.core.ResourceList;
import dev.tenure.model.meta.Frozen;
import dev.tenure.model.quantity.Quantity;
import dev.tenure.rules.fit.ResourceNameRule;
import java.util.HashMap;
import java.util.Map;

/// Amounts of resources as whole numbers: cpu in thousandths, all else in units, rounded up.
///
/// @param scalars extended resources, huge pages and attachable volumes by name; without other resources
public record Requests(long milliCpu, long memoryBytes, long ephemeralBytes, Map<String, Long> scalars) {
    public static final Requests NONE = new Requests(0, 0, 0, Map.of());

    public Requests {
        scalars = Frozen.map(scalars);
    }

    public static Requests of(ResourceList list) {
        if (list.isEmpty()) {
            return NONE;
        }
        var scalars = new HashMap<String, Long>();
        for (Map.Entry<String, Quantity> entry : list.amounts().entrySet()) {
            if (ResourceNameRule.scalar(entry.getKey())) {
                scalars.put(entry.getKey(), entry.getValue().value());
            }
        }
        return new Requests(
                list.get(ResourceList.CPU).milliValue(),
                list.get(ResourceList.MEMORY).value(),
                list.get(ResourceList.EPHEMERAL_STORAGE).value(),
                scalars);
    }

    /// The amount of a resource by its name; 0 when it is not named.
    public long amount(String resource) {
        return switch (resource) {
            case ResourceList.CPU -> milliCpu;
            case ResourceList.MEMORY -> memoryBytes;
            case ResourceList.EPHEMERAL_STORAGE -> ephemeralBytes;
            default -> scalars.getOrDefault(resource, 0L);
        };
    }
}
