package dev.tenure.plan.resilience;

import dev.tenure.model.core.Pod;
import dev.tenure.model.core.Stay;
import dev.tenure.model.core.Taint;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.core.Toleration;
import dev.tenure.model.core.WellKnownTaints;
import dev.tenure.plan.forecast.ForecastOptions.Monitor;
import dev.tenure.plan.resilience.LossBoard.Place;
import dev.tenure.rules.pod.PodRule;
import dev.tenure.rules.taint.TolerationRule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The course of one node's silence: all its pods cease to be ready at one moment, each leaves when its stay
/// under the taint ends, and what its controller makes instead is placed then. Confined to one thread.
final class LossCourse {
    private static final List<Taint> SILENCE = List.of(
            new Taint(WellKnownTaints.UNREACHABLE, "", TaintEffect.NO_SCHEDULE),
            new Taint(WellKnownTaints.UNREACHABLE, "", TaintEffect.NO_EXECUTE));
    private static final Taint EVICTS = SILENCE.getLast();
    /// A node was heard of at most so long before it falls silent.
    private static final Duration RENEWED = Duration.ofSeconds(10);

    private final LossGround ground;
    private final LossBoard board;
    private final LossTally tally;

    LossCourse(LossGround ground, LossBoard board, LossTally tally) {
        this.ground = ground;
        this.board = board;
        this.tally = tally;
    }

    /// Counts what comes of it.
    ///
    /// @return why only a whole world can tell; empty when all is counted
    Optional<String> lose(LossGround.Site site) {
        if (site.unclear().isPresent()) {
            return site.unclear();
        }
        var leaving = new TreeMap<Duration, List<Standing>>();
        Optional<String> unclear = sort(site, leaving);
        if (unclear.isPresent()) {
            return unclear;
        }
        List<Pod> made = leaving.values().stream()
                .flatMap(List::stream)
                .map(Standing::successor)
                .filter(Successor.Another.class::isInstance)
                .map(successor -> ((Successor.Another) successor).pod())
                .toList();
        if (!ground.isWithinQuotas(made)) {
            return Optional.of("a quota has no room for the new pods");
        }
        board.taint(site.node(), SILENCE, site.node().spec().unschedulable());
        site.pods().stream().filter(Standing::healthy).forEach(pod -> tally.turn(pod.counted(), false));
        for (List<Standing> together : leaving.values()) {
            for (Standing pod : together) {
                tally.leaves(pod);
                board.terminating(pod.pod());
            }
            for (Standing pod : together) {
                unclear = succeed(pod, site);
                if (unclear.isPresent()) {
                    return unclear;
                }
            }
        }
        return Optional.empty();
    }

    /// When which pods leave, counted from the taint.
    private Optional<String> sort(LossGround.Site site, Map<Duration, List<Standing>> leaving) {
        Monitor monitor = ground.options().monitor();
        Duration horizon = ground.options().horizon();
        Duration soonest = monitor.grace().minus(RENEWED);
        Duration latest = monitor.grace().plus(monitor.period().multipliedBy(2));
        List<Standing> later = new ArrayList<>();
        for (Standing pod : site.pods()) {
            Optional<Duration> stay = stay(pod.pod());
            if (stay.isEmpty() || !PodRule.active(pod.pod())) {
                continue;
            }
            boolean certain = stay.get().plus(latest).compareTo(horizon) <= 0;
            if (!certain && stay.get().plus(soonest).compareTo(horizon) <= 0) {
                return Optional.of("a pod leaves at the very end of the forecast");
            }
            if (!certain) {
                later.add(pod);
            } else if (pod.successor() instanceof Successor.Unclear(var why)) {
                return Optional.of(why);
            } else {
                leaving.computeIfAbsent(stay.get(), _ -> new ArrayList<>()).add(pod);
            }
        }
        if (!later.isEmpty()) {
            tally.note("%s to leave later than the forecast goes; one of them is %s on node %s"
                    .formatted(
                            later.size() == 1 ? "1 pod is" : later.size() + " pods are",
                            later.getFirst().pod().qualifiedName(),
                            site.node().name()));
        }
        return Optional.empty();
    }

    /// Empty when it stays for ever.
    private static Optional<Duration> stay(Pod pod) {
        Optional<Toleration> consent = TolerationRule.firstConsent(pod.spec().tolerations(), EVICTS, false);
        if (consent.isEmpty()) {
            return Optional.of(Duration.ZERO);
        }
        return consent.get().stay() instanceof Stay.AtMost stay ? Optional.of(stay.limit()) : Optional.empty();
    }

    private Optional<String> succeed(Standing pod, LossGround.Site site) {
        switch (pod.successor()) {
            case Successor.Unwanted _, Successor.Missing _ -> {
                return Optional.empty();
            }
            case Successor.Again _ -> {
                // its node never says that the old one is gone
                tally.waitsForItsEnd();
                return Optional.empty();
            }
            case Successor.Unclear(var why) -> {
                return Optional.of(why);
            }
            case Successor.Another another -> {
                return place(pod, another.pod(), site);
            }
        }
    }

    private Optional<String> place(Standing pod, Pod successor, LossGround.Site site) {
        return switch (board.place(successor)) {
            case Place.On(var node)
            when node.equals(site.node().name()) -> Optional.of("a new pod goes to the lost node again");
            case Place.On _ -> {
                tally.replaced();
                yield Optional.empty();
            }
            case Place.Nowhere _ -> {
                tally.pending(pod);
                yield Optional.empty();
            }
            case Place.Unclear(var why) -> Optional.of(why);
        };
    }
}
