package dev.tenure.plan.forecast;

import dev.tenure.plan.change.Change;
import dev.tenure.plan.source.ClusterDump;

/// The entry to forecasts. Any number may be made at once, each on one thread.
public final class Forecasts {
    private Forecasts() {}

    /// Lets the cluster of a dump go on with a change, until nothing more is to come or the horizon is reached. Equal
    /// arguments give equal plans.
    ///
    /// @throws dev.tenure.plan.change.ChangeException when the change cannot be made as it was asked for
    /// @throws dev.tenure.plan.source.DumpException when the dump has no nodes
    public static EvictionPlan of(ClusterDump dump, Change change, ForecastOptions options) {
        return new ForecastRun(dump, change, options).run();
    }
}
