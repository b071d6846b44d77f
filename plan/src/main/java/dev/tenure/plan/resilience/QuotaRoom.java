package dev.tenure.plan.resilience;

import dev.tenure.model.core.Pod;
import dev.tenure.model.core.ResourceQuota;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.quantity.Quantity;
import dev.tenure.rules.quota.QuotaScopeRule;
import dev.tenure.rules.quota.UsageRule;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Whether quotas have room for more pods. Stateless.
final class QuotaRoom {
    private QuotaRoom() {}

    /// @param quotas by namespace
    static boolean isEnough(Map<String, List<ResourceQuota>> quotas, List<Pod> more) {
        Map<ResourceQuota, Map<String, Quantity>> taken = new HashMap<>();
        for (Pod pod : more) {
            for (ResourceQuota quota : quotas.getOrDefault(pod.meta().namespace(), List.of())) {
                if (QuotaScopeRule.matches(quota, pod)) {
                    Map<String, Quantity> sums = taken.computeIfAbsent(quota, _ -> new HashMap<>());
                    UsageRule.of(ResourceTypes.PODS, pod, Instant.EPOCH)
                            .forEach((name, amount) -> sums.merge(name, amount, Quantity::plus));
                }
            }
        }
        return taken.entrySet().stream().allMatch(each -> fits(each.getKey().count(), each.getValue()));
    }

    private static boolean fits(ResourceQuota.Count count, Map<String, Quantity> more) {
        return more.entrySet().stream()
                .filter(each -> count.hard().has(each.getKey()))
                .allMatch(each -> count.used()
                                .get(each.getKey())
                                .plus(each.getValue())
                                .compareTo(count.hard().get(each.getKey()))
                        <= 0);
    }
}
