package dev.tenure.plan.forecast;

import dev.tenure.model.core.Pod;
import java.util.List;
import java.util.function.Predicate;

/// How many pods of a set were healthy at first and at the worst moment. A dip counts, however short.
final class LowestRule {
    private LowestRule() {}

    record Healthy(int first, int lowest) {}

    /// @param before the pods that were healthy when the forecast began
    /// @param turns in order of time
    static Healthy of(List<Pod> before, List<Turn> turns, Predicate<Pod> chosen) {
        int first = (int) before.stream().filter(chosen).count();
        int count = first;
        int lowest = first;
        for (Turn turn : turns) {
            if (chosen.test(turn.pod())) {
                count += turn.healthy() ? 1 : -1;
                lowest = Math.min(lowest, count);
            }
        }
        return new Healthy(first, lowest);
    }
}
