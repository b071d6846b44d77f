package dev.tenure.controllers.resourcequota;

import dev.tenure.controllers.workload.NamespaceIndex;
import dev.tenure.model.core.ResourceQuota;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.rules.quota.UsageRule;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The quotas by namespace, and which types they count. Confined to one loop.
final class QuotasState {
    private final NamespaceIndex<Set<ResourceType>> countedTypes = new NamespaceIndex<>();
    private final Map<ResourceType, Integer> quotasOf = new HashMap<>();

    /// @param all every type there is
    void put(ObjectKey key, ResourceQuota quota, List<ResourceType> all) {
        remove(key);
        var counted = new HashSet<ResourceType>();
        for (ResourceType type : all) {
            if (UsageRule.counted(type)
                    && quota.hard().amounts().keySet().stream().anyMatch(name -> UsageRule.limits(type, name))) {
                counted.add(type);
                quotasOf.merge(type, 1, Integer::sum);
            }
        }
        countedTypes.put(key, counted);
    }

    void remove(ObjectKey key) {
        Set<ResourceType> counted = types(key);
        counted.forEach(type -> quotasOf.computeIfPresent(type, (_, quotas) -> quotas == 1 ? null : quotas - 1));
        countedTypes.remove(key);
    }

    /// The types that a quota counts.
    Set<ResourceType> types(ObjectKey quota) {
        return countedTypes.in(quota.namespace()).getOrDefault(quota, Set.of());
    }

    /// The types that any quota counts.
    Set<ResourceType> types() {
        return quotasOf.keySet();
    }

    boolean any(String namespace) {
        return !countedTypes.in(namespace).isEmpty();
    }

    /// The quotas of a namespace that count this type.
    Collection<ObjectKey> of(String namespace, ResourceType type) {
        return countedTypes.in(namespace).entrySet().stream()
                .filter(entry -> entry.getValue().contains(type))
                .map(Map.Entry::getKey)
                .toList();
    }
}
