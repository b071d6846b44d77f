package dev.tenure.kubelet.configuration;

import dev.tenure.kubelet.eviction.threshold.Signal;
import dev.tenure.kubelet.eviction.threshold.Threshold;
import dev.tenure.kubelet.eviction.threshold.ThresholdParser;
import dev.tenure.kubelet.eviction.threshold.ThresholdSettings;
import dev.tenure.model.core.ResourceList;
import dev.tenure.model.quantity.Quantity;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// What of a node's capacity pods may ask for, and what they may use: capacity without reservations; of
/// what they may ask for, hard thresholds and huge pages are taken off too. Soft thresholds never count.
/// Upstream: cm/node_container_manager_linux.go, nodestatus/setters.go.
public final class AllocatableRule {
    private static final String HUGE_PAGES = "hugepages-";

    private AllocatableRule() {}

    /// What `status.allocatable` says.
    public static ResourceList allocatable(ResourceList capacity, KubeletConfiguration configuration) {
        Map<String, Quantity> amounts = new TreeMap<>();
        Map<String, Quantity> withheld = withheld(capacity, configuration);
        capacity.amounts().forEach((name, amount) -> amounts.put(name, without(amount, withheld.get(name))));
        capacity.amounts().forEach((name, amount) -> {
            if (name.startsWith(HUGE_PAGES)) {
                amounts.computeIfPresent(ResourceList.MEMORY, (_, memory) -> without(memory, amount));
            }
        });
        return new ResourceList(amounts);
    }

    /// What the cgroup of all pods is limited to.
    public static Quantity podsLimit(ResourceList capacity, KubeletConfiguration configuration, String resource) {
        return without(
                without(capacity.get(resource), reserved(configuration.systemReserved(), resource)),
                reserved(configuration.kubeReserved(), resource));
    }

    /// Why a node with this capacity would not start: the first resource of which more is held back than
    /// there is.
    public static Optional<String> violation(ResourceList capacity, KubeletConfiguration configuration) {
        return withheld(capacity, configuration).entrySet().stream()
                .filter(entry ->
                        capacity.has(entry.getKey()) && entry.getValue().compareTo(capacity.get(entry.getKey())) > 0)
                .map(entry -> ("invalid Node Allocatable configuration. Resource \"%s\" has a reservation of %s but"
                                + " capacity of %s. Expected capacity >= reservation.")
                        .formatted(entry.getKey(), entry.getValue(), capacity.get(entry.getKey())))
                .findFirst();
    }

    private static Map<String, Quantity> withheld(ResourceList capacity, KubeletConfiguration configuration) {
        Map<String, Quantity> amounts = new TreeMap<>();
        for (Map<String, String> reserved : List.of(configuration.systemReserved(), configuration.kubeReserved())) {
            reserved.forEach((name, text) -> amounts.merge(name, Quantity.parse(text), Quantity::plus));
        }
        for (Threshold threshold : hard(configuration)) {
            String resource = threshold.signal().resource();
            if (threshold.signal() == Signal.MEMORY_AVAILABLE || threshold.signal() == Signal.NODEFS_AVAILABLE) {
                amounts.merge(resource, threshold.value().of(capacity.get(resource)), Quantity::plus);
            }
        }
        return amounts;
    }

    private static List<Threshold> hard(KubeletConfiguration configuration) {
        return ThresholdParser.parse(
                new ThresholdSettings(configuration.thresholds().hard(), Map.of(), Map.of(), Map.of(), List.of()));
    }

    private static Quantity reserved(Map<String, String> reserved, String resource) {
        return Optional.ofNullable(reserved.get(resource)).map(Quantity::parse).orElse(Quantity.ZERO);
    }

    private static Quantity without(Quantity amount, @org.jspecify.annotations.Nullable Quantity taken) {
        if (taken == null || taken.isZero()) {
            return amount;
        }
        Quantity left = amount.minus(taken);
        return left.sign() < 0 ? Quantity.ZERO : left;
    }
}
