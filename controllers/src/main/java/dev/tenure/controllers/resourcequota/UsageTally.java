package dev.tenure.controllers.resourcequota;

import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.quantity.Quantity;
import dev.tenure.rules.quota.UsageRule;
import java.time.Instant;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiFunction;

/// What the objects of one type take of one quota, kept up as they come, change and go, and as time passes: a
/// change costs the object that changes, and not all of its namespace. It agrees with a count of all of them
/// at any moment. Confined to one loop.
///
/// Amounts of one resource are added up by the way in which they are written, so that the sum is written as
/// if what has gone had never been there: in binary units when an object asks in binary units, as decimals
/// otherwise.
final class UsageTally {
    private static final List<Quantity.Format> BINARY_FIRST =
            List.of(Quantity.Format.BINARY_SI, Quantity.Format.DECIMAL_SI, Quantity.Format.DECIMAL_EXPONENT);

    private final BiFunction<Object, Instant, Map<String, Quantity>> usage;
    private final Map<ObjectKey, Object> counted = new HashMap<>();
    /// Those that take less because of the time, by the moment after which they do.
    private final NavigableMap<Instant, Set<ObjectKey>> expiring = new TreeMap<>();

    private final Map<String, EnumMap<Quantity.Format, Sum>> taken = new HashMap<>();
    private Instant asOf;

    /// Amounts that are written alike.
    ///
    /// @param objects how many objects take something; the sum goes with the last of them
    private record Sum(Quantity amount, int objects) {}

    /// @param usage what an object takes of the quota at a moment; nothing when the quota is not about it
    UsageTally(BiFunction<Object, Instant, Map<String, Quantity>> usage, Instant now) {
        this.usage = usage;
        this.asOf = now;
    }

    /// An object is there, or has changed.
    void put(ObjectKey key, Object view) {
        Map<String, Quantity> takes = usage.apply(view, asOf);
        remove(key);
        counted.put(key, view);
        UsageRule.takesLessAfter(view)
                .ifPresent(moment ->
                        expiring.computeIfAbsent(moment, _ -> new HashSet<>()).add(key));
        takes.forEach(this::add);
    }

    /// An object is gone, or was never there.
    void remove(ObjectKey key) {
        Object view = counted.remove(key);
        if (view == null) {
            return;
        }
        UsageRule.takesLessAfter(view)
                .ifPresent(moment -> expiring.computeIfPresent(moment, (_, keys) -> {
                    keys.remove(key);
                    return keys.isEmpty() ? null : keys;
                }));
        usage.apply(view, asOf).forEach(this::subtract);
    }

    /// What all of them take, by resource; nothing that is zero. Costs those that began to take less since it
    /// was last asked, or take more again because the clock was set back.
    Map<String, Quantity> taken(Instant now) {
        if (!now.equals(asOf)) {
            Instant from = now.isBefore(asOf) ? now : asOf;
            Instant to = now.isBefore(asOf) ? asOf : now;
            Collection<Set<ObjectKey>> passed =
                    expiring.subMap(from, true, to, true).values();
            passed.forEach(keys -> keys.forEach(key -> moved(key, now)));
            asOf = now;
        }
        Map<String, Quantity> all = new HashMap<>();
        taken.forEach((resource, sums) -> BINARY_FIRST.forEach(format -> {
            Sum sum = sums.get(format);
            if (sum != null) {
                all.merge(resource, sum.amount(), Quantity::plus);
            }
        }));
        return all;
    }

    private void moved(ObjectKey key, Instant now) {
        Optional.ofNullable(counted.get(key)).ifPresent(view -> {
            usage.apply(view, asOf).forEach(this::subtract);
            usage.apply(view, now).forEach(this::add);
        });
    }

    private void add(String resource, Quantity amount) {
        if (!amount.isZero()) {
            taken.computeIfAbsent(resource, _ -> new EnumMap<>(Quantity.Format.class))
                    .merge(
                            amount.format(),
                            new Sum(amount, 1),
                            (sum, _) -> new Sum(sum.amount().plus(amount), sum.objects() + 1));
        }
    }

    private void subtract(String resource, Quantity amount) {
        if (!amount.isZero()) {
            taken.computeIfPresent(resource, (_, sums) -> {
                sums.computeIfPresent(
                        amount.format(),
                        (_, sum) ->
                                sum.objects() == 1 ? null : new Sum(sum.amount().minus(amount), sum.objects() - 1));
                return sums.isEmpty() ? null : sums;
            });
        }
    }
}
