package dev.tenure.plan.metrics;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/// Numbers over time. Between two points they go evenly; before the first and after the last stays what
/// stands there. Immutable.
final class MetricSeries {
    private static final MetricSeries NOTHING = new MetricSeries(Map.of());

    private final NavigableMap<Instant, Double> points;

    MetricSeries(Map<Instant, Double> points) {
        this.points = new TreeMap<>(points);
    }

    /// Always zero.
    static MetricSeries nothing() {
        return NOTHING;
    }

    NavigableMap<Instant, Double> points() {
        return Collections.unmodifiableNavigableMap(points);
    }

    double at(Instant moment) {
        Map.Entry<Instant, Double> before = points.floorEntry(moment);
        Map.Entry<Instant, Double> after = points.ceilingEntry(moment);
        if (before == null || after == null) {
            return before != null ? before.getValue() : after != null ? after.getValue() : 0;
        }
        double span = Duration.between(before.getKey(), after.getKey()).toNanos();
        double share = span == 0 ? 0 : Duration.between(before.getKey(), moment).toNanos() / span;
        return before.getValue() + share * (after.getValue() - before.getValue());
    }

    /// What two count together.
    MetricSeries plus(MetricSeries other) {
        if (points.isEmpty() || other.points.isEmpty()) {
            return points.isEmpty() ? other : this;
        }
        var sum = new TreeMap<Instant, Double>();
        points.keySet().forEach(at -> sum.put(at, at(at) + other.at(at)));
        other.points.keySet().forEach(at -> sum.put(at, at(at) + other.at(at)));
        return new MetricSeries(sum);
    }
}
