package dev.tenure.plan.timeline;

import dev.tenure.plan.change.Change;
import dev.tenure.plan.forecast.EvictionPlan;
import dev.tenure.plan.forecast.ForecastOptions;
import dev.tenure.plan.forecast.Forecasts;
import dev.tenure.plan.source.ClusterDump;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// The evictions of a cluster before and after one moment. Immutable.
///
/// @param past in order of time
/// @param coming what follows when nobody changes anything
/// @param unknown what the dump leaves open about the past, as sentences
public record Timeline(
        String source, Instant moment, List<ObservedEviction> past, EvictionPlan coming, List<String> unknown) {
    public Timeline {
        past = List.copyOf(past);
        unknown = List.copyOf(unknown);
    }

    /// @param back how far to look back at most
    /// @throws dev.tenure.plan.source.DumpException when the dump has no nodes
    public static Timeline of(ClusterDump dump, Duration back, ForecastOptions options) {
        Instant moment = dump.moment().at();
        Instant first = moment.minus(back);
        return new Timeline(
                dump.origin(),
                moment,
                PastEvictionRule.of(dump).stream()
                        .filter(each -> !each.at().isBefore(first))
                        .toList(),
                Forecasts.of(dump, new Change.Nothing(), options),
                PastEvictionRule.unknown(dump));
    }

    /// Who was told to go, as far as the pods and Events of a dump tell it, in order of time.
    public static List<ObservedEviction> past(ClusterDump dump) {
        return PastEvictionRule.of(dump);
    }
}
