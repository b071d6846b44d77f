package dev.tenure.controllers.resourcequota;

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
    private final Map<String, Map<ObjectKey, Set<ResourceType>>> byNamespace = new HashMap<>();
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
        byNamespace.computeIfAbsent(key.namespace(), _ -> new HashMap<>()).put(key, counted);
    }

    void remove(ObjectKey key) {
        Set<ResourceType> counted = types(key);
        counted.forEach(type -> quotasOf.computeIfPresent(type, (_, quotas) -> quotas == 1 ? null : quotas - 1));
        byNamespace.computeIfPresent(key.namespace(), (_, quotas) -> {
            quotas.remove(key);
            return quotas.isEmpty() ? null : quotas;
        });
    }

    /// The types that a quota counts.
    Set<ResourceType> types(ObjectKey quota) {
        return byNamespace.getOrDefault(quota.namespace(), Map.of()).getOrDefault(quota, Set.of());
    }

    /// The types that any quota counts.
    Set<ResourceType> types() {
        return quotasOf.keySet();
    }

    boolean any(String namespace) {
        return byNamespace.containsKey(namespace);
    }

    /// The quotas of a namespace that count this type.
    Collection<ObjectKey> of(String namespace, ResourceType type) {
        return byNamespace.getOrDefault(namespace, Map.of()).entrySet().stream()
                .filter(entry -> entry.getValue().contains(type))
                .map(Map.Entry::getKey)
                .toList();
    }
}
