package dev.tenure.kinds.access;

import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.meta.SelectorValidation;
import dev.tenure.model.meta.FieldSelector;
import dev.tenure.model.meta.LabelSelector;
import dev.tenure.model.meta.SelectorSyntaxException;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The selectors that a review of access names. Upstream: pkg/registry/authorization/util/helpers.go,
/// pkg/apis/authorization/validation.
final class ReviewedSelectors {
    private static final Set<String> OF_LABELS = Set.of("In", "NotIn", "Exists", "DoesNotExist");
    private static final Set<String> OF_FIELDS = Set.of("In", "NotIn");

    private ReviewedSelectors() {}

    /// What a review says of selectors must be something, and said in one way. Operators that nobody knows
    /// are let through: newer clients may know them.
    static void check(ObjectNode body, FieldErrors errors) {
        Field attributes = Field.root(body, errors).at("spec", "resourceAttributes");
        for (String name : List.of("fieldSelector", "labelSelector")) {
            Field selector = attributes.at(name);
            if (!selector.isSet()) {
                continue;
            }
            Field raw = selector.at("rawSelector");
            Field requirements = selector.at("requirements");
            if (!raw.text().isEmpty() && !requirements.isEmpty()) {
                raw.invalidText("may not specified at the same time as requirements");
            }
            if (raw.text().isEmpty() && requirements.isEmpty()) {
                requirements.required("when spec.resourceAttributes." + name
                        + " is specified, requirements or rawSelector is required");
            }
            boolean labels = name.equals("labelSelector");
            if (labels) {
                requirements.items().forEach(SelectorValidation::skewed);
            } else {
                requirements.items().forEach(ReviewedSelectors::requirement);
            }
        }
    }

    private static void requirement(Field requirement) {
        if (requirement.at("key").text().isEmpty()) {
            requirement.at("key").required("must be specified");
        }
        SelectorValidation.skewedValues(requirement);
    }

    /// What the review says of a field selector, as far as it asks for exact values.
    static FieldSelector ofFields(JsonNode selector) {
        try {
            if (selector.hasNonNull("rawSelector")) {
                return FieldSelector.parse(selector.path("rawSelector").asText(""));
            }
        } catch (SelectorSyntaxException _) {
            return FieldSelector.EVERYTHING;
        }
        List<FieldSelector.Term> terms = new ArrayList<>();
        for (JsonNode one : selector.path("requirements")) {
            if (one.path("operator").asText("").equals("In")
                    && one.path("values").size() == 1) {
                terms.add(new FieldSelector.Term(
                        one.path("key").asText(""),
                        true,
                        one.path("values").path(0).asText("")));
            }
        }
        return new FieldSelector(terms);
    }

    /// What the review says of a selector that cannot be understood, or not as a whole.
    static Optional<String> ignored(String name, JsonNode selector) {
        int understood = 0;
        int all = selector.path("requirements").size();
        for (JsonNode one : selector.path("requirements")) {
            String operator = one.path("operator").asText("");
            boolean known = name.equals("labelSelector")
                    ? OF_LABELS.contains(operator)
                    : OF_FIELDS.contains(operator) && one.path("values").size() == 1;
            understood += known ? 1 : 0;
        }
        boolean faulty =
                understood < all || !parses(name, selector.path("rawSelector").asText(""));
        return faulty
                ? Optional.of("spec.resourceAttributes." + name + (understood > 0 ? " partially" : "")
                        + " ignored due to parse error")
                : Optional.empty();
    }

    private static boolean parses(String name, String raw) {
        try {
            if (name.equals("labelSelector")) {
                LabelSelector.parse(raw);
            } else {
                FieldSelector.parse(raw);
            }
            return true;
        } catch (SelectorSyntaxException _) {
            return false;
        }
    }
}
