package dev.tenure.plan.resilience;

import dev.tenure.plan.forecast.EvictionPlan.Assumption;
import dev.tenure.rules.fit.Resources;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What each loss would do. Immutable.
///
/// @param source the cluster, in words
/// @param moment at which each forecast begins, by the cluster's clock
/// @param losses the worst first
/// @param worlds why losses were played in worlds of their own, each with how many; the others were worked
///     out of one
public record ResilienceReport(
        String source, Instant moment, List<Loss> losses, List<Assumption> assumptions, Map<String, Integer> worlds) {
    public ResilienceReport {
        losses = losses.stream().sorted(Loss.WORST_FIRST).toList();
        assumptions = List.copyOf(assumptions);
        worlds = Collections.unmodifiableMap(new TreeMap<>(worlds));
    }

    /// How many of the losses were worked out of one world.
    public int workedOut() {
        return losses.size()
                - worlds.values().stream().mapToInt(Integer::intValue).sum();
    }

    /// The room that is missing: of each resource the most that the pods ask for together that stay pending
    /// after one loss.
    public Resources headroom() {
        return losses.stream().map(Loss::missing).reduce(Resources.NONE, ResilienceReport::greater);
    }

    private static Resources greater(Resources one, Resources other) {
        var scalars = new TreeMap<>(one.scalars());
        other.scalars().forEach((name, amount) -> scalars.merge(name, amount, Math::max));
        return new Resources(
                Math.max(one.milliCpu(), other.milliCpu()),
                Math.max(one.memoryBytes(), other.memoryBytes()),
                Math.max(one.ephemeralStorageBytes(), other.ephemeralStorageBytes()),
                Math.max(one.pods(), other.pods()),
                scalars);
    }

    /// How many of the losses the cluster carries.
    public long carried() {
        return losses.stream().filter(Loss::isCarried).count();
    }
}
