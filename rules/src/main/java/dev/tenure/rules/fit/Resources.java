package dev.tenure.rules.fit;

import dev.tenure.model.core.ResourceList;
import dev.tenure.model.quantity.Quantity;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/// Amounts of resources as whole numbers, the way nodes are counted: thousandths of a cpu, bytes, and pieces
/// of whatever else nodes account for. Upstream: framework.Resource.
///
/// @param scalars by name, in the order of the names
public record Resources(
        long milliCpu, long memoryBytes, long ephemeralStorageBytes, long pods, Map<String, Long> scalars) {
    public static final Resources NONE = new Resources(0, 0, 0, 0, Map.of());

    public Resources {
        scalars = scalars.isEmpty() ? Map.of() : Collections.unmodifiableMap(new TreeMap<>(scalars));
    }

    /// Resources that nodes do not account for are left out.
    public static Resources of(ResourceList list) {
        Map<String, Long> scalars = new TreeMap<>();
        for (Map.Entry<String, Quantity> entry : list.amounts().entrySet()) {
            if (ResourceNameRule.scalar(entry.getKey())) {
                scalars.put(entry.getKey(), entry.getValue().value());
            }
        }
        return new Resources(
                list.get(ResourceList.CPU).milliValue(),
                list.get(ResourceList.MEMORY).value(),
                list.get(ResourceList.EPHEMERAL_STORAGE).value(),
                list.get(ResourceList.PODS).value(),
                scalars);
    }

    public Resources plus(Resources other) {
        Map<String, Long> sums = scalars;
        if (!other.scalars.isEmpty()) {
            sums = new TreeMap<>(scalars);
            for (Map.Entry<String, Long> entry : other.scalars.entrySet()) {
                sums.merge(entry.getKey(), entry.getValue(), Long::sum);
            }
        }
        return new Resources(
                milliCpu + other.milliCpu,
                memoryBytes + other.memoryBytes,
                ephemeralStorageBytes + other.ephemeralStorageBytes,
                pods + other.pods,
                sums);
    }

    public long scalar(String name) {
        return scalars.getOrDefault(name, 0L);
    }
}
