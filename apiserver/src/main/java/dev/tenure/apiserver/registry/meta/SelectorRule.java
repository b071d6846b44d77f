package dev.tenure.apiserver.registry.meta;

import dev.tenure.wire.json.JsonNode;
import java.util.Map;

/// Which labels a label selector selects, both read from trees. Pure.
public final class SelectorRule {
    private SelectorRule() {}

    /// Whether a selector asks for nothing.
    public static boolean isEmpty(JsonNode selector) {
        return selector.path("matchLabels").isEmpty()
                && selector.path("matchExpressions").isEmpty();
    }

    /// Whether a usable selector selects these labels.
    public static boolean matches(JsonNode selector, JsonNode labels) {
        for (Map.Entry<String, JsonNode> wanted : selector.path("matchLabels").properties()) {
            JsonNode value = labels.path(wanted.getKey());
            if (value.isMissingNode()
                    || !value.asText().equals(wanted.getValue().asText())) {
                return false;
            }
        }
        for (JsonNode requirement : selector.path("matchExpressions")) {
            if (!matchesRequirement(
                    requirement, labels.path(requirement.path("key").asText()))) {
                return false;
            }
        }
        return true;
    }

    private static boolean matchesRequirement(JsonNode requirement, JsonNode label) {
        boolean there = !label.isMissingNode();
        boolean listed = false;
        for (JsonNode value : requirement.path("values")) {
            listed |= there && value.asText().equals(label.asText());
        }
        return switch (requirement.path("operator").asText()) {
            case "In" -> listed;
            case "NotIn" -> !listed;
            case "Exists" -> there;
            case "DoesNotExist" -> !there;
            default -> false;
        };
    }
}
