package dev.tenure.plan.forecast;

import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/// How many pods of a set were healthy at first and at the worst moment. A dip counts, however short.
final class LowestRule {
    private LowestRule() {}

    record Healthy(int first, int lowest) {}

    /// @param before how many pods were healthy when the forecast began, by their labels: those of a workload have the
    /// same ones, so that a selector looks at few of them
    /// @param turns in order of time
    static Healthy of(
            Map<Map<String, String>, Integer> before, List<Turn> turns, Predicate<Map<String, String>> chosen) {
        int first = before.entrySet().stream()
                .filter(each -> chosen.test(each.getKey()))
                .mapToInt(Map.Entry::getValue)
                .sum();
        int count = first;
        int lowest = first;
        for (Turn turn : turns) {
            if (chosen.test(turn.pod().meta().labels())) {
                count += turn.healthy() ? 1 : -1;
                lowest = Math.min(lowest, count);
            }
        }
        return new Healthy(first, lowest);
    }
}
