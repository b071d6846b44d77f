package dev.tenure.console.page;

import dev.tenure.client.ClusterClient;
import dev.tenure.plan.change.Change;
import dev.tenure.plan.change.ChangeException;
import dev.tenure.plan.forecast.EvictionPlan;
import dev.tenure.plan.forecast.ForecastOptions;
import dev.tenure.plan.forecast.Forecasts;
import dev.tenure.plan.source.ClusterDump;
import dev.tenure.plan.source.DumpException;
import dev.tenure.plan.source.LiveCluster;
import dev.tenure.runtime.io.Pause;
import dev.tenure.runtime.limit.InFlight;
import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import java.time.Duration;

/// Makes forecasts, one at a time, since each holds a copy of a cluster. Safe for use by several threads; blocks while
/// it reads and works.
public final class Forecaster {
    /// Of larger clusters the copy and the time would be more than a page should cost; `tenure plan` knows no limit.
    static final int PODS_MAX = 20_000;

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration LOOK_EVERY = Duration.ofMillis(20);

    private final TimeSource time;
    private final InFlight underWay = new InFlight(1);

    public Forecaster(TimeSource time) {
        this.time = time;
    }

    /// A cluster as it was, what is done to it, and what would come of that.
    record Forecast(ClusterDump before, Change change, EvictionPlan plan) {}

    /// Reads the cluster with the client's rights and lets a copy of it go on.
    ///
    /// @param address of the cluster, for messages
    /// @throws ConsoleFault when the cluster may not be read, the change does not fit it, or others are in the way
    Forecast of(ClusterClient client, String address, Change change) {
        Tick end = time.now().plus(PATIENCE);
        while (!underWay.enter()) {
            if (time.now().isAfter(end)) {
                throw new ConsoleFault(503, "ServiceUnavailable", "another forecast is under way: try again");
            }
            Pause.of(LOOK_EVERY, time);
        }
        try {
            ClusterDump dump = LiveCluster.read(client, address, time, _ -> {});
            return new Forecast(dump, change, Forecasts.of(dump, change, ForecastOptions.STANDARD));
        } catch (DumpException | ChangeException e) {
            throw ConsoleFault.invalid(String.valueOf(e.getMessage()));
        } finally {
            underWay.leave();
        }
    }
}
