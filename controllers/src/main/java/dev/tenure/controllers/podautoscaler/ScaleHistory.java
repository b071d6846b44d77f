package dev.tenure.controllers.podautoscaler;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/// What is remembered of an autoscaler between looks: how many replicas were found right, before they were
/// held back, and how many were added and taken away. Of what is too old to count the last entry gives its
/// place to the next one, so the lists grow no longer than the longest time that counts. Immutable; lost with
/// the process, as upstream's.
record ScaleHistory(List<Entry> recommendations, List<Entry> added, List<Entry> removed) {
    static final ScaleHistory NONE = new ScaleHistory(List.of(), List.of(), List.of());

    /// @param replicas found right, or by how many the size changed
    /// @param at by a clock that nobody sets
    record Entry(int replicas, Instant at) {}

    ScaleHistory {
        recommendations = List.copyOf(recommendations);
        added = List.copyOf(added);
        removed = List.copyOf(removed);
    }

    /// Begins with the size that the target has.
    ScaleHistory begunWith(int replicas, Instant now) {
        return recommendations.isEmpty() ? new ScaleHistory(List.of(new Entry(replicas, now)), added, removed) : this;
    }

    /// @param before what is older than this counts no more
    ScaleHistory recommending(int replicas, Instant before, Instant now) {
        return new ScaleHistory(with(recommendations, new Entry(replicas, now), before), added, removed);
    }

    /// The size has changed. Upstream: storeScaleEvent.
    ScaleHistory scaled(int from, int to, Autoscaler.Behavior behavior, Instant now) {
        if (to > from) {
            Instant before = now.minus(behavior.up().longestPeriod());
            return new ScaleHistory(recommendations, with(added, new Entry(to - from, now), before), removed);
        }
        Instant before = now.minus(behavior.down().longestPeriod());
        return new ScaleHistory(recommendations, added, with(removed, new Entry(from - to, now), before));
    }

    /// By how much the size changed within a time.
    static int changed(List<Entry> entries, Duration period, Instant now) {
        Instant since = now.minus(period);
        return entries.stream()
                .filter(entry -> entry.at().isAfter(since))
                .mapToInt(Entry::replicas)
                .sum();
    }

    private static List<Entry> with(List<Entry> entries, Entry next, Instant before) {
        OptionalInt old = OptionalInt.empty();
        for (int i = 0; i < entries.size(); i++) {
            if (entries.get(i).at().isBefore(before)) {
                old = OptionalInt.of(i);
            }
        }
        List<Entry> all = new ArrayList<>(entries);
        if (old.isPresent()) {
            all.set(old.getAsInt(), next);
        } else {
            all.add(next);
        }
        return all;
    }
}
