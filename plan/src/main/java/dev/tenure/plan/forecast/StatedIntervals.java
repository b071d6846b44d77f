package dev.tenure.plan.forecast;

import dev.tenure.model.core.Pod;
import dev.tenure.model.policy.PodDisruptionBudget;
import dev.tenure.plan.forecast.EvictionPlan.Span;
import dev.tenure.plan.forecast.NodeTracks.NodeTrack;
import dev.tenure.plan.forecast.Tracker.Track;
import dev.tenure.runtime.time.Tick;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// Which pods of a forecast may leave sooner or later than it says, because a phase of the real controllers
/// is not seen from outside. Confined to the thread of its world.
///
/// @param begun the beginning of the forecast
/// @param moment the same by the cluster's clock
/// @param budgets all that there are
/// @param refused the pods that drains still wait for, as `namespace/name`
record StatedIntervals(
        Tracker tracker,
        Tick begun,
        Instant moment,
        ForecastOptions.Monitor monitor,
        List<PodDisruptionBudget> budgets,
        Supplier<Map<String, String>> refused) {
    /// Empty where the forecast knows the moment, or the pod stays.
    Optional<Span> of(Track track) {
        return track.leaves.isPresent()
                ? of(track, track.leaves.get().since(begun))
                : turns(track).map(all -> SpanRule.ofTurns(all.getFirst(), all.getFirst(), all.getLast()));
    }

    private Optional<Span> of(Track track, Duration leaves) {
        NodeTrack node = tracker.nodes().of(track.pod.spec().nodeName());
        return switch (track.cause) {
            case "taint" -> silence(node, leaves);
            case "node-pressure" -> Optional.of(SpanRule.ofPressure(leaves));
            case "pod-gc" -> node.deleted.map(at -> SpanRule.ofCollection(leaves, at.since(begun)));
            case "api" ->
                turns(track)
                        .filter(all -> isRefused(track) || !all.getFirst().equals(all.getLast()))
                        .map(all -> SpanRule.ofTurns(leaves, all.getFirst(), all.getLast()));
            default -> Optional.empty();
        };
    }

    private Optional<Span> silence(NodeTrack node, Duration leaves) {
        Optional<Duration> heard = node.heard.map(at -> Duration.between(moment, at));
        Optional<Duration> silent = node.silentAtStart
                ? heard.map(at -> at.isNegative() ? at : Duration.ZERO)
                : node.silent.map(at -> at.since(begun));
        if (silent.isEmpty() || node.tainted.isEmpty()) {
            return Optional.empty();
        }
        Duration tainted = node.tainted.get().since(begun);
        if (leaves.compareTo(tainted) < 0) {
            return Optional.empty();
        }
        List<Duration> zone = tracker.nodes().tainted(node.zone).stream()
                .map(at -> at.since(begun))
                .sorted()
                .toList();
        return Optional.of(SpanRule.ofSilence(
                leaves,
                node.silentAtStart
                        ? new SpanRule.Silence(silent.get(), silent.get(), tainted, zone.getFirst(), zone.getLast())
                        : SpanRule.Silence.at(silent.get(), heard, tainted, zone.getFirst(), zone.getLast()),
                monitor));
    }

    /// Whether a budget keeps another pod that was asked for together with this one.
    private boolean isRefused(Track track) {
        Map<String, String> kept = refused.get();
        return tracker.tracks().stream()
                .filter(other -> other.leaves.isEmpty() && kept.containsKey(other.pod.qualifiedName()))
                .anyMatch(other -> shareABudget(track.pod, other.pod));
    }

    /// When the pods go that a drain asks for together with one, the first one first; absent when none does.
    private Optional<List<Duration>> turns(Track track) {
        List<Duration> all = tracker.tracks().stream()
                .filter(other -> other.atStart && other.cause.equals("api") && shareABudget(track.pod, other.pod))
                .flatMap(other -> other.leaves.stream())
                .map(at -> at.since(begun))
                .sorted()
                .toList();
        return all.isEmpty() ? Optional.empty() : Optional.of(all);
    }

    private boolean shareABudget(Pod one, Pod other) {
        return one.spec().nodeName().equals(other.spec().nodeName())
                && budgets.stream().anyMatch(budget -> selects(budget, one) && selects(budget, other));
    }

    private static boolean selects(PodDisruptionBudget budget, Pod pod) {
        return budget.meta().namespace().equals(pod.meta().namespace())
                && budget.selector()
                        .filter(selector -> selector.matches(pod.meta().labels()))
                        .isPresent();
    }
}
