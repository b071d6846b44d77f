package dev.tenure.plan.saved;

import dev.tenure.plan.forecast.EvictionPlan.LeavingPod;
import dev.tenure.plan.forecast.EvictionPlan.NewPod;
import dev.tenure.plan.forecast.EvictionPlan.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/// Holds what happened against what was forecast: the same pods must leave for the same cause and come to the
/// same end; where any of several may go, one of them for each. Times are reported beside each other and
/// decide nothing, and neither does the node that a replacement goes to, for ties decide it.
final class FactRule {
    private FactRule() {}

    /// @param pairs which one that left stands for which one of the forecast, as [FactPairs] has it
    /// @param scope what else may leave is none of the forecast's business
    /// @param until what the forecast has later than this is not expected yet
    static List<FactRow> rows(
            List<LeavingPod> forecast,
            List<LeavingPod> facts,
            Map<String, String> pairs,
            FactScope scope,
            Duration until) {
        Map<String, LeavingPod> left = new LinkedHashMap<>();
        facts.forEach(pod -> left.put(pod.uid(), pod));
        var rows = new ArrayList<FactRow>();
        for (LeavingPod pod : forecast) {
            Optional<LeavingPod> fact =
                    Optional.ofNullable(pairs.get(pod.uid())).map(left::remove);
            int alike = FactPairs.likes(pod, forecast).size();
            rows.add(new FactRow(Optional.of(pod), fact, difference(pod, fact, until), alike));
        }
        left.values().stream()
                .filter(scope::includes)
                .forEach(pod -> rows.add(
                        new FactRow(Optional.empty(), Optional.of(pod), Optional.of("was not forecast to leave"), 0)));
        return rows;
    }

    /// What the forecast says of why pods left of which nobody saw it, by their uids.
    static Map<String, String> causes(List<LeavingPod> forecast, List<LeavingPod> facts, Map<String, String> pairs) {
        Map<String, LeavingPod> unseen = new HashMap<>();
        facts.stream().filter(FactPairs::isUnseen).forEach(pod -> unseen.put(pod.uid(), pod));
        Map<String, String> causes = new HashMap<>();
        for (LeavingPod pod : forecast) {
            String fact = pairs.get(pod.uid());
            if (fact != null && unseen.containsKey(fact)) {
                causes.put(fact, pod.cause());
            }
        }
        return causes;
    }

    private static Optional<String> difference(LeavingPod forecast, Optional<LeavingPod> found, Duration until) {
        boolean kept = forecast.leavesAfter().isEmpty();
        if (found.isEmpty()) {
            return kept || isLater(forecast.leavesAfter(), until) ? Optional.empty() : Optional.of("has not left");
        }
        LeavingPod fact = found.get();
        if (kept) {
            return Optional.of("left, and was forecast to stay");
        }
        if (!FactPairs.agree(forecast, fact)) {
            return Optional.of("left because of %s, not of %s".formatted(fact.cause(), forecast.cause()));
        }
        if (forecast.goneAfter().isPresent()
                && !isLater(forecast.goneAfter(), until)
                && fact.goneAfter().isEmpty()) {
            return Optional.of("is still stopping");
        }
        return isLater(forecast.leavesAfter(), until) || !haveOneOwner(forecast, fact)
                ? Optional.empty()
                : end(forecast.outcome(), fact.outcome(), until);
    }

    /// What comes of the place of another workload's pod is not what the forecast tells.
    private static boolean haveOneOwner(LeavingPod forecast, LeavingPod fact) {
        return forecast.uid().equals(fact.uid())
                || (forecast.namespace().equals(fact.namespace())
                        && forecast.owner().equals(fact.owner()));
    }

    private static boolean isLater(Optional<Duration> after, Duration until) {
        return after.filter(at -> at.compareTo(until) >= 0).isPresent();
    }

    private static Optional<String> end(Outcome forecast, Outcome fact, Duration until) {
        return switch (forecast) {
            case Outcome.Replaced(var _, var _, var ready, var _, var _, var _) ->
                isLater(ready, until) ? Optional.empty() : replaced(ready.isPresent(), fact);
            case Outcome.Pending _ ->
                fact instanceof Outcome.Replaced(var name, var node, var _, var _, var _, var _)
                        ? Optional.of(
                                "is replaced by %s on %s, which was forecast to stay pending".formatted(name, node))
                        : Optional.empty();
            case Outcome.Lost _, Outcome.NotReplaced _ ->
                fact instanceof Outcome.Replaced(var name, var node, var _, var _, var _, var _)
                        ? Optional.of("is replaced by %s on %s, which was not forecast".formatted(name, node))
                        : Optional.empty();
        };
    }

    /// @param ready whether the replacement was forecast to become ready
    private static Optional<String> replaced(boolean ready, Outcome fact) {
        return switch (fact) {
            case Outcome.Replaced(var _, var _, var since, var _, var _, var _) ->
                !ready || since.isPresent() ? Optional.empty() : Optional.of("its replacement is not ready");
            case Outcome.Pending(var name, var message, var _) ->
                Optional.of("its replacement %s is pending: %s".formatted(name, message));
            case Outcome.Lost _, Outcome.NotReplaced _ -> Optional.of("is not replaced");
        };
    }

    /// What differs in the pods that stand for no other one, by namespace: their names are made up anew each
    /// time. Others may make further ones meanwhile.
    static List<String> newPods(List<NewPod> forecast, List<NewPod> facts) {
        var differences = new ArrayList<String>();
        var namespaces = new TreeSet<String>();
        forecast.forEach(pod -> namespaces.add(pod.namespace()));
        for (String namespace : namespaces) {
            long wanted = placed(forecast, namespace);
            long placed = placed(facts, namespace);
            if (placed < wanted) {
                differences.add("%d of %d new pods of namespace %s have a node".formatted(placed, wanted, namespace));
            }
        }
        return differences;
    }

    private static long placed(List<NewPod> pods, String namespace) {
        return pods.stream()
                .filter(pod -> pod.namespace().equals(namespace) && !pod.node().isEmpty())
                .count();
    }

    /// When the last thing of a forecast happens.
    static Duration last(List<LeavingPod> pods, List<NewPod> made) {
        Duration last = Duration.ZERO;
        for (LeavingPod pod : pods) {
            last = later(later(last, pod.leavesAfter()), pod.goneAfter());
            if (pod.outcome() instanceof Outcome.Replaced replaced) {
                last = later(last, replaced.readyAfter());
            }
        }
        for (NewPod pod : made) {
            last = later(last, pod.readyAfter());
        }
        return last;
    }

    private static Duration later(Duration one, Optional<Duration> other) {
        return other.filter(at -> at.compareTo(one) > 0).orElse(one);
    }
}
