package dev.tenure.wire.json.go;

import dev.tenure.wire.json.JsonNode;
import java.util.List;
import java.util.TreeMap;

/// A selector of labels as Go shows it. Upstream: the generated String method of metav1.LabelSelector.
public final class GoSelector {
    private GoSelector() {}

    /// @param selector as it stands in an object
    public static String of(JsonNode selector) {
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
