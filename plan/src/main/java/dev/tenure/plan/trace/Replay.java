package dev.tenure.plan.trace;

import dev.tenure.plan.change.Act;
import dev.tenure.plan.change.Change;
import dev.tenure.plan.change.Change.Step;
import dev.tenure.plan.change.ChangeWords;
import dev.tenure.plan.compare.Comparison;
import dev.tenure.plan.compare.Configuration;
import dev.tenure.plan.forecast.ForecastOptions;
import dev.tenure.plan.forecast.LeftPod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// What was recorded, played again on virtual time on two sides: A without the change, B with it, or both
/// under configurations of their own. Immutable.
///
/// @param span how long the trace goes
/// @param acts how many things somebody did or that befell the cluster, which both sides are given
/// @param recorded the pods that left in the recorded cluster, in order of time
/// @param change of B, in words; empty when both sides have the same
/// @param fidelity how near A comes to what was recorded
/// @param notes what is to be known about the trace, as sentences
public record Replay(
        Duration span,
        int acts,
        List<LeftPod> recorded,
        String change,
        Comparison comparison,
        Fidelity fidelity,
        List<String> notes) {
    public Replay {
        recorded = List.copyOf(recorded);
        notes = List.copyOf(notes);
    }

    /// What one side is.
    ///
    /// @param at when the change is made, after the beginning of the trace
    public record Side(Change change, Duration at, Configuration configuration) {}

    /// Plays a trace on both sides. Equal arguments give equal answers. Runs on the thread of the caller.
    ///
    /// @throws dev.tenure.plan.change.ChangeException when a change cannot be made as it was asked for
    /// @throws dev.tenure.plan.source.DumpException when the trace has no nodes
    public static Replay of(ClusterTrace trace, Side a, Side b) {
        List<Act> acts = ActFinder.of(trace);
        UsualTimesFinder.Found times = UsualTimesFinder.of(trace);
        var notes = new ArrayList<>(trace.notes());
        if (times.start().isPresent() && a.configuration().options().start().isEmpty()) {
            notes.add("start-time %ds and stop-time %ds are the medians of what was recorded (%d pods)"
                    .formatted(
                            times.start().get().toSeconds(),
                            times.stop().orElse(Duration.ZERO).toSeconds(),
                            times.pods()));
        }
        Comparison comparison = Comparison.of(trace.base(), side(trace, acts, times, a), side(trace, acts, times, b));
        List<LeftPod> recorded = LeftPods.of(trace);
        return new Replay(
                trace.span(),
                acts.size(),
                recorded,
                b.change().equals(a.change()) ? "" : ChangeWords.of(b.change()),
                comparison,
                Fidelity.of(trace.base(), recorded, comparison.first()),
                notes);
    }

    private static Comparison.Side side(ClusterTrace trace, List<Act> acts, UsualTimesFinder.Found times, Side side) {
        Change.Recorded recorded = new Change.Recorded("as recorded", acts);
        List<Step> steps = side.change() instanceof Change.Nothing
                ? List.of(new Step(Duration.ZERO, recorded))
                : List.of(new Step(Duration.ZERO, recorded), new Step(side.at(), side.change()));
        ForecastOptions given = side.configuration().options();
        ForecastOptions timed = given.start().isPresent()
                ? given
                : times.start().map(given::withStart).orElse(given);
        ForecastOptions whole = timed.withHorizon(trace.span().plus(given.horizon()));
        return new Comparison.Side(
                new Change.Steps(steps),
                side.configuration()
                        .withOptions(
                                times.stop().isPresent() && given.stop().isZero()
                                        ? whole.withStop(times.stop().get())
                                        : whole));
    }
}
