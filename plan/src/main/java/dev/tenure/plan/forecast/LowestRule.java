package dev.tenure.plan.forecast;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/// How many pods of a set were healthy at first and at the worst moment. A dip counts, however short.
final class LowestRule {
    private LowestRule() {}

    record Healthy(int first, int lowest) {}

    /// One pod begins or ceases to be healthy.
    ///
    /// @param order rises with time
    record Step(int order, boolean healthy) {}

    /// Pods are told apart by their labels: those of a workload have the same ones, so that a selector looks
    /// at few.
    ///
    /// @param before how many pods were healthy when the forecast began
    /// @param steps of the pods of the same labels, each in order
    static Healthy of(
            Map<Map<String, String>, Integer> before,
            Map<Map<String, String>, List<Step>> steps,
            Predicate<Map<String, String>> chosen) {
        int first = before.entrySet().stream()
                .filter(each -> chosen.test(each.getKey()))
                .mapToInt(Map.Entry::getValue)
                .sum();
        List<List<Step>> own = steps.entrySet().stream()
                .filter(each -> chosen.test(each.getKey()))
                .map(Map.Entry::getValue)
                .toList();
        int count = first;
        int lowest = first;
        for (Step step : own.size() == 1 ? own.getFirst() : inOrder(own)) {
            count += step.healthy() ? 1 : -1;
            lowest = Math.min(lowest, count);
        }
        return new Healthy(first, lowest);
    }

    private static List<Step> inOrder(List<List<Step>> lists) {
        return lists.stream()
                .flatMap(List::stream)
                .sorted(Comparator.comparingInt(Step::order))
                .toList();
    }
}
