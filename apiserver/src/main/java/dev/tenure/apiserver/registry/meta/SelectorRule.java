package dev.tenure.apiserver.registry.meta;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.Names;
import java.util.Map;
import java.util.TreeMap;

/// What is valid in a label selector, and which labels it selects. Pure.
public final class SelectorRule {
    private SelectorRule() {}

    /// Checks a `LabelSelector`; an absent one is good.
    public static void selector(Field selector) {
        selector(selector, true);
    }

    /// @param values whether the values of expressions are checked too
    public static void selector(Field selector, boolean values) {
        if (!selector.isSet()) {
            return;
        }
        ObjectMetaRule.labels(selector.at("matchLabels"));
        selector.at("matchExpressions").items().forEach(requirement -> requirement(requirement, values));
    }

    private static void requirement(Field requirement, boolean values) {
        Field list = requirement.at("values");
        switch (requirement.at("operator").text()) {
            case "In", "NotIn" -> {
                if (list.isEmpty()) {
                    list.required("must be specified when `operator` is 'In' or 'NotIn'");
                }
            }
            case "Exists", "DoesNotExist" -> {
                if (!list.isEmpty()) {
                    list.forbidden("may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
                }
            }
            default -> requirement.at("operator").invalidText("not a valid selector operator");
        }
        requirement.at("key").mustBe(Names::qualified);
        if (values) {
            list.items().forEach(value -> value.mustBe(Names::labelValue));
        }
    }

    /// Whether a selector asks for nothing.
    public static boolean isEmpty(JsonNode selector) {
        return selector.path("matchLabels").isEmpty()
                && selector.path("matchExpressions").isEmpty();
    }

    /// Whether a selector can be used at all: its operators and their values fit.
    public static boolean usable(JsonNode selector) {
        for (Map.Entry<String, JsonNode> label : selector.path("matchLabels").properties()) {
            if (!Names.qualified(label.getKey()).isEmpty()
                    || !Names.labelValue(label.getValue().asText()).isEmpty()) {
                return false;
            }
        }
        for (JsonNode requirement : selector.path("matchExpressions")) {
            if (!usableRequirement(requirement)) {
                return false;
            }
        }
        return true;
    }

    private static boolean usableRequirement(JsonNode requirement) {
        JsonNode values = requirement.path("values");
        boolean fits = switch (requirement.path("operator").asText()) {
            case "In", "NotIn" -> !values.isEmpty();
            case "Exists", "DoesNotExist" -> values.isEmpty();
            default -> false;
        };
        for (JsonNode value : values) {
            fits &= Names.labelValue(value.asText()).isEmpty();
        }
        return fits && Names.qualified(requirement.path("key").asText()).isEmpty();
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

    /// The selector as messages print it: members in the order of the type, labels in the order of their keys.
    public static JsonNode asPrinted(JsonNode selector) {
        if (!selector.isObject()) {
            return selector;
        }
        ObjectNode printed = JsonNodeFactory.instance.objectNode();
        if (!selector.path("matchLabels").isEmpty()) {
            printed.set("matchLabels", sorted(selector.path("matchLabels")));
        }
        if (!selector.path("matchExpressions").isEmpty()) {
            var list = printed.putArray("matchExpressions");
            for (JsonNode requirement : selector.path("matchExpressions")) {
                ObjectNode one = list.addObject();
                one.put("key", requirement.path("key").asText(""));
                one.put("operator", requirement.path("operator").asText(""));
                if (!requirement.path("values").isEmpty()) {
                    one.set("values", requirement.get("values"));
                }
            }
        }
        return printed;
    }

    /// A map in the order of its keys; absent prints as null.
    public static JsonNode sorted(JsonNode map) {
        if (!map.isObject()) {
            return JsonNodeFactory.instance.nullNode();
        }
        Map<String, JsonNode> members = new TreeMap<>();
        map.properties().forEach(member -> members.put(member.getKey(), member.getValue()));
        ObjectNode sorted = JsonNodeFactory.instance.objectNode();
        members.forEach(sorted::set);
        return sorted;
    }
}
