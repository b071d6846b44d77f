package dev.tenure.plan.forecast;

import dev.tenure.model.core.Pod;
import dev.tenure.model.policy.PodDisruptionBudget;
import dev.tenure.plan.forecast.EvictionPlan.Span;
import dev.tenure.plan.forecast.NodeTracks.NodeTrack;
import dev.tenure.plan.forecast.Tracker.Track;
import dev.tenure.runtime.time.Tick;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// Which pods of a forecast may leave sooner or later than it says, because a phase of the real controllers
/// is not seen from outside, or because they follow others of which that is true. To be asked once all has
/// happened. Confined to the thread of its world.
final class StatedIntervals {
    private final Tracker tracker;
    private final Tick begun;
    private final Instant moment;
    private final ForecastOptions.Monitor monitor;
    private final Disruption disruption;
    private Optional<List<Uncertain>> first = Optional.empty();
    private Optional<Course> course = Optional.empty();

    /// What budgets have to do with it.
    ///
    /// @param budgets all that there are
    /// @param refused the pods that drains still wait for, as `namespace/name`
    record Disruption(List<PodDisruptionBudget> budgets, Supplier<Map<String, String>> refused) {}

    /// What the answers of all pods have in common, so that a pod looks at its own node and zone alone.
    ///
    /// @param drained the pods that drains had go, by node
    /// @param kept the pods that drains wait for in vain, by node
    /// @param tainted when the first and the last node of a zone was tainted for its silence, by zone
    private record Course(Map<String, List<Track>> drained, Map<String, List<Track>> kept, Map<String, Span> tainted) {}

    /// A pod that leaves at a moment that nobody knows, whatever others do.
    private record Uncertain(Track track, Duration leaves, Span span) {}

    /// @param begun the beginning of the forecast
    /// @param moment the same by the cluster's clock
    StatedIntervals(
            Tracker tracker, Tick begun, Instant moment, ForecastOptions.Monitor monitor, Disruption disruption) {
        this.tracker = tracker;
        this.begun = begun;
        this.moment = moment;
        this.monitor = monitor;
        this.disruption = disruption;
    }

    /// Empty where the forecast knows the moment, or the pod stays.
    Optional<Span> of(Track track) {
        if (track.leaves.isEmpty()) {
            return turns(track).map(all -> SpanRule.ofTurns(all.getFirst(), all.getFirst(), all.getLast()));
        }
        Duration leaves = track.leaves.get().since(begun);
        Optional<Span> own = of(track, leaves);
        List<Span> others = new ArrayList<>();
        exchanged(track).ifPresent(others::add);
        uncertain().stream()
                .filter(other -> other.track() != track && other.leaves().compareTo(leaves) <= 0)
                .filter(other -> follows(track, other.track()))
                .map(other -> SpanRule.shifted(leaves, other.leaves(), other.span()))
                .forEach(others::add);
        return others.isEmpty() ? own : Optional.of(SpanRule.around(leaves, own, others));
    }

    /// From the first to the last moment of those that are alike: this pod may have the turn of any of them.
    private Optional<Span> exchanged(Track track) {
        List<Duration> turns = tracker.tied(track).stream()
                .flatMap(uid -> tracker.track(uid).stream())
                .flatMap(other -> other.leaves.stream())
                .map(at -> at.since(begun))
                .sorted()
                .toList();
        return turns.isEmpty() ? Optional.empty() : Optional.of(new Span(turns.getFirst(), turns.getLast()));
    }

    /// What is open where nodes fall silent together and pods leave one of them before another one is sure to
    /// be noticed, as a sentence.
    Optional<String> noticedFirst() {
        Map<String, Span> noticed = new TreeMap<>();
        for (String name : tracker.nodes().names()) {
            NodeTrack node = tracker.nodes().of(name);
            node.tainted.flatMap(at -> silence(node, at.since(begun))).ifPresent(span -> noticed.put(name, span));
        }
        var together = new TreeSet<String>();
        for (Uncertain pod : uncertain()) {
            String from = pod.track().pod.spec().nodeName();
            if (pod.track().cause.equals("taint") && noticed.containsKey(from)) {
                noticed.forEach((other, span) -> {
                    if (!other.equals(from) && SpanRule.overlap(pod.span(), span)) {
                        together.addAll(List.of(from, other));
                    }
                });
            }
        }
        return together.isEmpty() ? Optional.empty() : Optional.of(SideNotes.noticedFirst(together));
    }

    private List<Uncertain> uncertain() {
        List<Uncertain> known = first.orElseGet(() -> tracker.tracks().stream()
                .filter(track -> track.atStart && track.leaves.isPresent())
                .flatMap(track -> uncertain(track).stream())
                .toList());
        first = Optional.of(known);
        return known;
    }

    private Optional<Uncertain> uncertain(Track track) {
        Duration leaves = track.leaves.orElse(begun).since(begun);
        return of(track, leaves).map(span -> new Uncertain(track, leaves, span));
    }

    /// Whether a pod may have left because another one had: room that its successor takes, a budget that
    /// counts both, an owner of both.
    private boolean follows(Track track, Track before) {
        return switch (track.cause) {
            case "api" -> isCounted(track.pod, before.pod);
            case "preemption" -> true;
            case "scale-down", "owner-gone" ->
                track.pod.meta().namespace().equals(before.pod.meta().namespace())
                        && LeftPod.owner(track.pod).equals(LeftPod.owner(before.pod));
            default -> false;
        };
    }

    private Optional<Span> of(Track track, Duration leaves) {
        NodeTrack node = tracker.nodes().of(track.pod.spec().nodeName());
        return switch (track.cause) {
            case "taint" -> silence(node, leaves);
            case "node-pressure" -> Optional.of(SpanRule.ofPressure(leaves));
            case "pod-gc" -> node.deleted.map(at -> SpanRule.ofCollection(leaves, at.since(begun)));
            case "api" ->
                onceNoticed(node, leaves)
                        .or(() -> turns(track)
                                .filter(all ->
                                        isRefused(track) || !all.getFirst().equals(all.getLast()))
                                .map(all -> SpanRule.ofTurns(leaves, all.getFirst(), all.getLast())));
            case "scale-down" ->
                WaitingDaemons.node(track.pod)
                        .flatMap(name -> tracker.nodes().of(name).changed)
                        .map(at -> SpanRule.ofNextTry(leaves, at.since(begun)));
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
        Span zone = course().tainted().getOrDefault(node.zone, new Span(tainted, tainted));
        return Optional.of(SpanRule.ofSilence(
                leaves,
                node.silentAtStart
                        ? new SpanRule.Silence(silent.get(), silent.get(), tainted, zone.earliest(), zone.latest())
                        : SpanRule.Silence.at(silent.get(), heard, tainted, zone.earliest(), zone.latest()),
                monitor));
    }

    /// That of a pod which a budget let go as soon as its node was seen to be silent, and the pod not ready
    /// with it: the drain had asked before, and asked again.
    private Optional<Span> onceNoticed(NodeTrack node, Duration leaves) {
        return node.tainted
                .map(at -> leaves.minus(at.since(begun)))
                .filter(SpanRule::isOneTry)
                .flatMap(_ -> silence(node, leaves))
                .map(span -> SpanRule.ofTurns(leaves, span.earliest(), span.latest()));
    }

    /// Whether a budget keeps another pod that was asked for together with this one.
    private boolean isRefused(Track track) {
        return onItsNode(course().kept(), track).anyMatch(other -> isCounted(track.pod, other.pod));
    }

    /// When the pods go that a drain asks for together with one, the first one first; absent when none does.
    private Optional<List<Duration>> turns(Track track) {
        List<Duration> all = onItsNode(course().drained(), track)
                .filter(other -> isCounted(track.pod, other.pod))
                .flatMap(other -> other.leaves.stream())
                .map(at -> at.since(begun))
                .sorted()
                .toList();
        return all.isEmpty() ? Optional.empty() : Optional.of(all);
    }

    private static Stream<Track> onItsNode(Map<String, List<Track>> pods, Track track) {
        return pods.getOrDefault(track.pod.spec().nodeName(), List.of()).stream();
    }

    private Course course() {
        Course known = course.orElseGet(this::lookBack);
        course = Optional.of(known);
        return known;
    }

    private Course lookBack() {
        Map<String, String> refused = disruption.refused().get();
        Map<String, List<Track>> drained = new HashMap<>();
        Map<String, List<Track>> kept = new HashMap<>();
        for (Track track : tracker.tracks()) {
            String node = track.pod.spec().nodeName();
            if (track.atStart && track.cause.equals("api")) {
                drained.computeIfAbsent(node, _ -> new ArrayList<>()).add(track);
            }
            if (track.leaves.isEmpty() && refused.containsKey(track.pod.qualifiedName())) {
                kept.computeIfAbsent(node, _ -> new ArrayList<>()).add(track);
            }
        }
        return new Course(drained, kept, tainted());
    }

    private Map<String, Span> tainted() {
        Map<String, Span> zones = new HashMap<>();
        for (String name : tracker.nodes().names()) {
            NodeTrack node = tracker.nodes().of(name);
            node.tainted
                    .map(at -> at.since(begun))
                    .ifPresent(at -> zones.merge(
                            node.zone,
                            new Span(at, at),
                            (all, one) -> SpanRule.around(at, Optional.of(all), List.of(one))));
        }
        return zones;
    }

    private boolean isCounted(Pod one, Pod other) {
        return disruption.budgets().stream().anyMatch(budget -> selects(budget, one) && selects(budget, other));
    }

    private static boolean selects(PodDisruptionBudget budget, Pod pod) {
        return budget.meta().namespace().equals(pod.meta().namespace())
                && budget.selector()
                        .filter(selector -> selector.matches(pod.meta().labels()))
                        .isPresent();
    }
}
