package dev.tenure.controllers.resourcequota;

import dev.tenure.model.core.ResourceList;
import dev.tenure.model.core.ResourceQuota;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.quantity.Quantity;
import dev.tenure.rules.quota.QuotaScopeRule;
import dev.tenure.rules.quota.UsageRule;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/// How much is taken of a quota. Upstream: CalculateUsage and syncResourceQuota.
final class CountRule {
    /// What the objects of one type in the namespace take of the quota, by resource.
    record Taken(ResourceType type, Map<String, Quantity> amounts) {}

    private CountRule() {}

    /// What an object takes of a quota: nothing when it is out of the quota's scopes.
    static Map<String, Quantity> usage(ResourceQuota quota, ResourceType type, Object view, Instant now) {
        return QuotaScopeRule.matches(quota, view) ? UsageRule.of(type, view, now) : Map.of();
    }

    /// What objects take together that are looked at one by one.
    static Map<String, Quantity> sum(ResourceQuota quota, ResourceType type, Stream<?> views, Instant now) {
        Map<String, Quantity> sum = new HashMap<>();
        views.forEach(view ->
                usage(quota, type, view, now).forEach((name, amount) -> sum.merge(name, amount, Quantity::plus)));
        return sum;
    }

    /// What so many objects take of which each takes the same.
    static Map<String, Quantity> times(ResourceQuota quota, ResourceType type, int objects, Instant now) {
        Map<String, Quantity> sum = new HashMap<>(usage(quota, type, type, now));
        sum.replaceAll((_, amount) -> amount.times(objects));
        return sum;
    }

    /// The status that the quota ought to have. Of resources that none of the types takes it keeps what it
    /// says.
    ///
    /// @param taken of every type that one of the quota's bounds limits
    static ResourceQuota.Count count(ResourceQuota quota, Collection<Taken> taken) {
        Map<String, Quantity> used = new HashMap<>(quota.count().used().amounts());
        for (Taken each : taken) {
            for (String name : quota.hard().amounts().keySet()) {
                if (UsageRule.limits(each.type(), name)) {
                    used.put(name, Quantity.ZERO);
                }
            }
        }
        for (Taken each : taken) {
            each.amounts().forEach((name, amount) -> used.computeIfPresent(name, (_, sum) -> sum.plus(amount)));
        }
        used.keySet().retainAll(quota.hard().amounts().keySet());
        return new ResourceQuota.Count(quota.hard(), new ResourceList(used));
    }

    /// Whether less is taken than the quota says, so that more could be admitted.
    static boolean lowers(ResourceQuota quota, ResourceQuota.Count count) {
        return quota.count().used().amounts().entrySet().stream()
                .anyMatch(entry -> count.used().get(entry.getKey()).compareTo(entry.getValue()) < 0);
    }

    /// The status as long as objects that were counted may be on their way to the store: only what is known
    /// to have gone is taken off it.
    ///
    /// @param count what the quota ought to say of what is there
    /// @param gone what objects took that have gone since, by resource
    static ResourceQuota.Count careful(ResourceQuota quota, ResourceQuota.Count count, Map<String, Quantity> gone) {
        Map<String, Quantity> used = new HashMap<>(count.used().amounts());
        quota.count()
                .used()
                .amounts()
                .forEach((name, before) -> used.computeIfPresent(name, (_, there) -> {
                    Quantity left = before.minus(gone.getOrDefault(name, Quantity.ZERO));
                    return left.compareTo(there) > 0 ? left : there;
                }));
        return new ResourceQuota.Count(count.hard(), new ResourceList(used));
    }
}
