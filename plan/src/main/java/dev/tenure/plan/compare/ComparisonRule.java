package dev.tenure.plan.compare;

import dev.tenure.plan.forecast.EvictionPlan;
import dev.tenure.plan.forecast.EvictionPlan.BudgetOutcome;
import dev.tenure.plan.forecast.EvictionPlan.LeavingPod;
import dev.tenure.plan.forecast.EvictionPlan.NewPod;
import dev.tenure.plan.forecast.EvictionPlan.Outcome;
import dev.tenure.plan.forecast.EvictionPlan.ServiceOutcome;
import dev.tenure.plan.forecast.Forecasts.Course;
import dev.tenure.plan.forecast.LeftPod;
import dev.tenure.plan.report.PlanWords;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Where two forecasts of one change differ. Names that controllers generate do not count, nor times that
/// differ by less than a second. Stateless.
final class ComparisonRule {
    private static final long SAME_MILLIS = 1_000;
    private static final List<String> ONLY_NODE = List.of("node");
    private static final Pattern GENERATED = Pattern.compile("-[a-z0-9]{5}$");

    private ComparisonRule() {}

    /// Pods, by namespace and name, whose replacement goes elsewhere when only the choice among equal nodes
    /// is another.
    static Set<String> ties(EvictionPlan one, EvictionPlan other) {
        Map<String, LeavingPod> others = byName(other.status().pods(), ComparisonRule::name);
        return one.status().pods().stream()
                .filter(pod -> fields(Optional.of(pod), Optional.ofNullable(others.get(name(pod))))
                        .contains("node"))
                .map(ComparisonRule::name)
                .collect(Collectors.toSet());
    }

    /// Whether it is worth while to look for [#ties].
    static boolean mayBeTie(List<Difference> differences) {
        return differences.stream()
                .anyMatch(each -> !each.tie() && each.fields().equals(ONLY_NODE));
    }

    /// @param ties as [#ties] tells them of the first
    static List<Difference> differences(Course first, Course second, Set<String> ties) {
        EvictionPlan a = first.plan();
        EvictionPlan b = second.plan();
        var all = new ArrayList<Difference>();
        Map<String, LeavingPod> left = byName(a.status().pods(), ComparisonRule::name);
        Map<String, LeavingPod> right = byName(b.status().pods(), ComparisonRule::name);
        both(left, right).forEach(key -> {
            Optional<LeavingPod> one = Optional.ofNullable(left.get(key));
            Optional<LeavingPod> other = Optional.ofNullable(right.get(key));
            List<String> fields = fields(one, other);
            if (!fields.isEmpty()) {
                LeavingPod pod = one.or(() -> other).orElseThrow();
                boolean tie = fields.equals(ONLY_NODE) && ties.contains(key);
                all.add(new Difference("pod", pod.namespace(), pod.name(), fields, words(one), words(other), tie));
            }
        });
        later(all, first.later(), second.later());
        newPods(all, a, b);
        budgets(all, a, b);
        services(all, a, b);
        return all;
    }

    private static List<String> fields(Optional<LeavingPod> a, Optional<LeavingPod> b) {
        Optional<Duration> goesA = a.flatMap(LeavingPod::leavesAfter);
        Optional<Duration> goesB = b.flatMap(LeavingPod::leavesAfter);
        if (a.isEmpty() || b.isEmpty() || goesA.isPresent() != goesB.isPresent()) {
            return List.of("leaves");
        }
        var fields = new ArrayList<String>();
        if (apart(goesA, goesB)) {
            fields.add("time");
        }
        if (!a.get().cause().equals(b.get().cause())) {
            fields.add("cause");
        }
        if (a.get().outcome() instanceof Outcome.Replaced one && b.get().outcome() instanceof Outcome.Replaced other) {
            if (!one.node().equals(other.node())) {
                fields.add("node");
            }
            if (apart(one.readyAfter(), other.readyAfter())) {
                fields.add("ready");
            }
        } else if (!then(a.get().outcome()).equals(then(b.get().outcome()))) {
            fields.add("then");
        }
        return fields;
    }

    private static boolean apart(Optional<Duration> one, Optional<Duration> other) {
        if (one.isEmpty() || other.isEmpty()) {
            return one.isPresent() != other.isPresent();
        }
        return one.get().minus(other.get()).abs().toMillis() >= SAME_MILLIS;
    }

    private static String words(Optional<LeavingPod> pod) {
        return pod.map(each -> each.leavesAfter()
                        .map(time -> "leaves after %s: %s".formatted(PlanWords.time(time), then(each.outcome())))
                        .orElse("is to leave and is kept"))
                .orElse("does not leave");
    }

    private static String then(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Replaced replaced -> "on " + replaced.node() + PlanWords.ready(replaced.readyAfter());
            case Outcome.Pending pending -> pending.message().isEmpty() ? "pending" : "pending: " + pending.message();
            case Outcome.Lost _ -> "lost";
            case Outcome.NotReplaced not -> not.why();
        };
    }

    /// Of pods that are made meanwhile and leave again only the number counts, by their workload and the
    /// cause: what they are called is chance.
    private static void later(List<Difference> all, List<LeftPod> a, List<LeftPod> b) {
        Map<String, List<LeftPod>> left = byWorkload(a);
        Map<String, List<LeftPod>> right = byWorkload(b);
        both(left, right).forEach(key -> {
            List<LeftPod> one = left.getOrDefault(key, List.of());
            List<LeftPod> other = right.getOrDefault(key, List.of());
            if (!causes(one).equals(causes(other))) {
                LeftPod some = one.isEmpty() ? other.getFirst() : one.getFirst();
                all.add(new Difference(
                        "later-pods",
                        some.namespace(),
                        some.owner(),
                        List.of("count"),
                        causes(one),
                        causes(other),
                        false));
            }
        });
    }

    private static Map<String, List<LeftPod>> byWorkload(List<LeftPod> pods) {
        return pods.stream()
                .collect(Collectors.groupingBy(
                        pod -> pod.namespace() + "/" + pod.owner(), TreeMap::new, Collectors.toList()));
    }

    /// `3 leave again: taint 2, api 1`.
    private static String causes(List<LeftPod> pods) {
        if (pods.isEmpty()) {
            return "none leaves again";
        }
        Map<String, Long> counts =
                pods.stream().collect(Collectors.groupingBy(LeftPod::cause, TreeMap::new, Collectors.counting()));
        return "%d %s again: %s"
                .formatted(
                        pods.size(),
                        pods.size() == 1 ? "leaves" : "leave",
                        counts.entrySet().stream()
                                .map(each -> each.getKey() + " " + each.getValue())
                                .collect(Collectors.joining(", ")));
    }

    /// Of those that an owner makes only the number counts.
    private static void newPods(List<Difference> all, EvictionPlan a, EvictionPlan b) {
        Map<String, List<NewPod>> left = byOwner(a);
        Map<String, List<NewPod>> right = byOwner(b);
        both(left, right).forEach(key -> {
            List<NewPod> one = left.getOrDefault(key, List.of());
            List<NewPod> other = right.getOrDefault(key, List.of());
            if (!counts(one).equals(counts(other))) {
                NewPod some = one.isEmpty() ? other.getFirst() : one.getFirst();
                all.add(new Difference(
                        "new-pods", some.namespace(), stem(some), List.of("count"), counts(one), counts(other), false));
            }
        });
    }

    private static Map<String, List<NewPod>> byOwner(EvictionPlan plan) {
        return plan.status().newPods().stream()
                .collect(Collectors.groupingBy(
                        pod -> pod.namespace() + "/" + stem(pod), TreeMap::new, Collectors.toList()));
    }

    private static String stem(NewPod pod) {
        return GENERATED.matcher(pod.name()).replaceFirst("");
    }

    private static String counts(List<NewPod> pods) {
        long pending = pods.stream().filter(pod -> pod.pending().isPresent()).count();
        return "%d placed, %d pending".formatted(pods.size() - pending, pending);
    }

    private static void budgets(List<Difference> all, EvictionPlan a, EvictionPlan b) {
        Map<String, BudgetOutcome> right = byName(b.status().budgets(), each -> each.namespace() + "/" + each.name());
        a.status().budgets().forEach(one -> {
            BudgetOutcome other = right.getOrDefault(one.namespace() + "/" + one.name(), one);
            var fields = new ArrayList<String>();
            if (one.lowestHealthy() != other.lowestHealthy()) {
                fields.add("lowest");
            }
            if (one.broken() != other.broken()) {
                fields.add("broken");
            }
            if (!fields.isEmpty()) {
                all.add(new Difference("budget", one.namespace(), one.name(), fields, words(one), words(other), false));
            }
        });
    }

    private static String words(BudgetOutcome budget) {
        return "lowest %d of %d%s"
                .formatted(budget.lowestHealthy(), budget.desiredHealthy(), budget.broken() ? ", broken" : "");
    }

    private static void services(List<Difference> all, EvictionPlan a, EvictionPlan b) {
        Map<String, ServiceOutcome> right = byName(b.status().services(), each -> each.namespace() + "/" + each.name());
        a.status().services().forEach(one -> {
            ServiceOutcome other = right.getOrDefault(one.namespace() + "/" + one.name(), one);
            if (one.lowestReady() != other.lowestReady()) {
                all.add(new Difference(
                        "service",
                        one.namespace(),
                        one.name(),
                        List.of("lowest"),
                        "lowest " + one.lowestReady(),
                        "lowest " + other.lowestReady(),
                        false));
            }
        });
    }

    private static String name(LeavingPod pod) {
        return pod.namespace() + "/" + pod.name();
    }

    private static <T> Map<String, T> byName(List<T> values, Function<T, String> name) {
        var all = new LinkedHashMap<String, T>();
        values.forEach(each -> all.putIfAbsent(name.apply(each), each));
        return all;
    }

    private static Set<String> both(Map<String, ?> a, Map<String, ?> b) {
        var keys = new LinkedHashSet<>(a.keySet());
        keys.addAll(new TreeSet<>(b.keySet()));
        return keys;
    }
}
