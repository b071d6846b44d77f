package dev.tenure.controllers.disruption;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tenure.model.core.Pod;
import dev.tenure.model.policy.PodDisruptionBudget.Bound;
import dev.tenure.rules.budget.BudgetRule;
import java.util.List;
import java.util.TreeMap;

/// Tells of pods without a controller under a budget that counts by controllers. Upstream: disruption.go (trySync).
final class UnmanagedPodsRule {
    private UnmanagedPodsRule() {}

    static boolean applies(Bound bound, List<Pod> pods) {
        return BudgetRule.needsScale(bound)
                && pods.stream().anyMatch(pod -> pod.meta().controllerOwner().isEmpty());
    }

    /// @param selector as it stands in the budget; it is shown as Go shows it
    static String text(JsonNode selector) {
        return ("Pods selected by this PodDisruptionBudget (selector: %s) were found to be unmanaged. As a result, the status"
                        + " of the PDB cannot be calculated correctly, which may result in undefined behavior. To account for"
                        + " these pods please set \".spec.minAvailable\" field of the PDB to an integer value.")
                .formatted(shown(selector));
    }

    private static String shown(JsonNode selector) {
        var labels = new TreeMap<String, String>();
        selector.path("matchLabels")
                .properties()
                .forEach(label -> labels.put(label.getKey(), label.getValue().asText()));
        var text = new StringBuilder("&LabelSelector{MatchLabels:map[string]string{");
        labels.forEach(
                (key, value) -> text.append(key).append(": ").append(value).append(','));
        text.append("},MatchExpressions:[]LabelSelectorRequirement{");
        for (JsonNode expression : selector.path("matchExpressions")) {
            List<String> values = expression
                    .path("values")
                    .valueStream()
                    .map(JsonNode::asText)
                    .toList();
            text.append("LabelSelectorRequirement{Key:")
                    .append(expression.path("key").asText())
                    .append(",Operator:")
                    .append(expression.path("operator").asText())
                    .append(",Values:[")
                    .append(String.join(" ", values))
                    .append("],},");
        }
        return text.append("},}").toString();
    }
}
