package dev.tenure.plan.forecast;

import dev.tenure.plan.change.Change;
import dev.tenure.plan.change.Change.DrainOptions;
import dev.tenure.plan.forecast.EvictionPlan.Summary;
import dev.tenure.plan.source.ClusterDump;
import java.util.ArrayList;
import java.util.List;

/// A drain that kubectl would refuse for want of a flag, and what would happen with it. Stateless.
public final class RefusedDrain {
    private static final String DAEMON_SETS = "--ignore-daemonsets";
    private static final String LOCAL_DATA = "--delete-emptydir-data";
    private static final String FORCE = "--force";

    private RefusedDrain() {}

    /// The plan, and if it is of a drain that is refused, what the flags that it is refused for would do,
    /// which is forecast as well.
    public static EvictionPlan withRefusals(
            ClusterDump dump, Change change, ForecastOptions options, EvictionPlan plan) {
        if (!(change instanceof Change.Drain(var nodes, var given))
                || plan.refused().isEmpty()) {
            return plan;
        }
        var flags = new ArrayList<String>();
        DrainOptions willing = given;
        EvictionPlan with = plan;
        // a pod is refused for one reason at a time, and with a flag for another
        while (!with.refused().isEmpty()) {
            List<String> more = missing(with, flags);
            if (more.isEmpty()) {
                return plan;
            }
            flags.addAll(more);
            willing = with(willing, flags);
            with = Forecasts.of(dump, new Change.Drain(nodes, willing), options);
        }
        Summary summary = with.status().summary();
        return plan.noting(
                "with %s it would be drained: %d evicted, %d re-placed, %d pending, %d budgets broken, %d lost, %d losing local data"
                        .formatted(
                                String.join(" ", flags),
                                summary.evicted(),
                                summary.replaced(),
                                summary.pending(),
                                summary.budgetsBroken(),
                                summary.lost(),
                                summary.dataLost()));
    }

    private static List<String> missing(EvictionPlan plan, List<String> known) {
        return List.of(DAEMON_SETS, LOCAL_DATA, FORCE).stream()
                .filter(flag -> !known.contains(flag))
                .filter(flag -> plan.refused().stream().anyMatch(note -> note.contains(flag + " to ")))
                .toList();
    }

    private static DrainOptions with(DrainOptions given, List<String> flags) {
        return new DrainOptions(
                given.force() || flags.contains(FORCE),
                given.ignoreDaemonSets() || flags.contains(DAEMON_SETS),
                given.deleteEmptyDirData() || flags.contains(LOCAL_DATA),
                given.graceSeconds(),
                given.timeout(),
                given.podSelector(),
                given.disableEviction(),
                given.skipWaitSeconds());
    }
}
