package dev.tenure.plan.forecast;

import dev.tenure.plan.change.Change;
import dev.tenure.plan.source.ClusterDump;
import java.util.List;

/// The entry to forecasts. Any number may be made at once, each on one thread.
public final class Forecasts {
    private Forecasts() {}

    /// A plan, and what is too much for one.
    ///
    /// @param ready in order of time, at least one
    /// @param later the pods that are made meanwhile and leave again, in order of time
    public record Course(EvictionPlan plan, List<ReadyCount> ready, List<LeftPod> later) {
        public Course {
            ready = List.copyOf(ready);
            later = List.copyOf(later);
        }
    }

    /// Lets the cluster of a dump go on with a change, until nothing more is to come or the horizon is reached. Equal
    /// arguments give equal plans.
    ///
    /// @throws dev.tenure.plan.change.ChangeException when the change cannot be made as it was asked for
    /// @throws dev.tenure.plan.source.DumpException when the dump has no nodes
    public static EvictionPlan of(ClusterDump dump, Change change, ForecastOptions options) {
        return course(dump, change, options, () -> {}).plan();
    }

    /// The same, with how many pods are ready at each moment.
    ///
    /// @param check called again and again while it works; what it throws ends the forecast
    /// @throws dev.tenure.plan.change.ChangeException when the change cannot be made as it was asked for
    /// @throws dev.tenure.plan.source.DumpException when the dump has no nodes
    public static Course course(ClusterDump dump, Change change, ForecastOptions options, Runnable check) {
        return new ForecastRun(dump, change, options).run(check);
    }

    /// Lets the cluster of a dump go on as it is until it is quiet, for who has many questions about it.
    ///
    /// @param check called again and again while it works; what it throws ends the forecast
    /// @throws dev.tenure.plan.source.DumpException when the dump has no nodes
    public static RestingCluster rest(ClusterDump dump, ForecastOptions options, Runnable check) {
        return new ForecastRun(dump, new Change.Nothing(), options).rest(check);
    }
}
