package dev.tenure.apiserver.registry.meta;

import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.Names;
import dev.tenure.wire.json.JsonNode;
import java.util.Map;
import java.util.Set;

/// What is valid in a label selector. Pure.
public final class SelectorValidation {
    private static final Set<String> OPERATORS = Set.of("In", "NotIn", "Exists", "DoesNotExist");

    private SelectorValidation() {}

    /// Checks a `LabelSelector`; an absent one is good.
    public static void selector(Field selector) {
        selector(selector, true);
    }

    /// @param values whether the values of expressions are checked too
    public static void selector(Field selector, boolean values) {
        if (!selector.isSet()) {
            return;
        }
        ObjectMetaValidation.labels(selector.at("matchLabels"));
        selector.at("matchExpressions").items().forEach(requirement -> requirement(requirement, values));
    }

    /// Checks an expression of somebody who may know more operators.
    public static void skewed(Field requirement) {
        skewedValues(requirement);
        names(requirement, true);
    }

    /// Checks that there are values where the operator wants some, if it is known.
    public static void skewedValues(Field requirement) {
        if (OPERATORS.contains(requirement.at("operator").text())) {
            operator(requirement);
        }
    }

    private static void requirement(Field requirement, boolean values) {
        operator(requirement);
        names(requirement, values);
    }

    private static void operator(Field requirement) {
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
    }

    private static void names(Field requirement, boolean values) {
        requirement.at("key").mustBe(Names::qualified);
        if (values) {
            requirement.at("values").items().forEach(value -> value.mustBe(Names::labelValue));
        }
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
}
