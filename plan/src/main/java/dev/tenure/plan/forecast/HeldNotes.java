package dev.tenure.plan.forecast;

import dev.tenure.controllers.tainteviction.board.ComingEviction;
import dev.tenure.controllers.tainteviction.policy.EvictionHold;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What a forecast says of pods that policies still hold when it ends.
final class HeldNotes {
    private HeldNotes() {}

    /// One line for each reason of each policy.
    static List<String> of(List<ComingEviction> ahead) {
        Map<String, Integer> counts = new TreeMap<>();
        ahead.stream()
                .flatMap(each -> each.hold().stream())
                .map(EvictionHold::toString)
                .forEach(hold -> counts.merge(hold, 1, Integer::sum));
        return counts.entrySet().stream()
                .map(each -> "%s held back: %s"
                        .formatted(each.getValue() == 1 ? "1 pod is" : each.getValue() + " pods are", each.getKey()))
                .toList();
    }
}
