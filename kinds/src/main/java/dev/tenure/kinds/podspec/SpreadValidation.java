package dev.tenure.kinds.podspec;

import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.Names;
import dev.tenure.apiserver.registry.meta.SelectorValidation;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What is valid as a constraint on the spread of pods over domains, and as the label keys that selectors
/// borrow from the pod.
final class SpreadValidation {
    private static final String BOTH = "exists in both matchLabelKeys and labelSelector";
    private static final String NO_SELECTOR = "must not be specified when labelSelector is not set";

    private SpreadValidation() {}

    static void constraints(Field constraints, PodOptions options) {
        List<Field> all = constraints.items();
        Map<List<String>, Integer> last = new HashMap<>();
        for (int i = 0; i < all.size(); i++) {
            last.put(identity(all.get(i)), i);
        }
        for (int i = 0; i < all.size(); i++) {
            Field constraint = all.get(i);
            constraint.at("maxSkew").mustBePositive();
            if (constraint.at("topologyKey").isEmpty()) {
                constraint.at("topologyKey").required("can not be empty");
            }
            constraint.at("whenUnsatisfiable").mustBeOneOf("DoNotSchedule", "ScheduleAnyway");
            repeated(constraint, last.getOrDefault(identity(constraint), i) > i);
            domains(constraint);
            policy(constraint.at("nodeAffinityPolicy"));
            policy(constraint.at("nodeTaintsPolicy"));
            if (options.looseSpreadKeys()) {
                looseKeys(constraint);
            } else {
                keys(constraint);
            }
            if (!options.anySpreadSelector()) {
                SelectorValidation.selector(constraint.at("labelSelector"));
            }
        }
    }

    private static List<String> identity(Field constraint) {
        return List.of(
                constraint.at("topologyKey").text(),
                constraint.at("whenUnsatisfiable").text());
    }

    private static void repeated(Field constraint, boolean again) {
        if (again) {
            constraint
                    .at("{topologyKey, whenUnsatisfiable}")
                    .duplicate("{" + String.join(", ", identity(constraint)) + "}");
        }
    }

    private static void domains(Field constraint) {
        Field domains = constraint.at("minDomains");
        if (!domains.isSet()) {
            return;
        }
        domains.mustBePositive();
        Field action = constraint.at("whenUnsatisfiable");
        if (!action.is("DoNotSchedule")) {
            domains.invalidNumber("can only use minDomains if whenUnsatisfiable=DoNotSchedule, not " + action.text());
        }
    }

    private static void policy(Field policy) {
        if (policy.isSet()) {
            policy.mustBeOneOf("Honor", "Ignore");
        }
    }

    /// Checks the keys of a spread constraint.
    static void keys(Field constraint) {
        matchKeys(constraint);
    }

    /// Checks `matchLabelKeys` and `mismatchLabelKeys` beside a `labelSelector`.
    static void matchKeys(Field term) {
        Field match = term.at("matchLabelKeys");
        Field mismatch = term.at("mismatchLabelKeys");
        Field selector = term.at("labelSelector");
        labelKeys(match, selector);
        labelKeys(mismatch, selector);
        List<String> keys = match.texts();
        Map<String, Integer> positions = new HashMap<>();
        for (int i = 0; i < keys.size(); i++) {
            positions.put(keys.get(i), i);
        }
        Set<String> selected =
                new HashSet<>(selector.at("matchLabels").entries().keySet());
        for (Field expression : selector.at("matchExpressions").items()) {
            String key = expression.at("key").text();
            Integer position = positions.get(key);
            if (position != null && selected.contains(key)) {
                term.errors().invalid(term.path().index(position).text(), key, BOTH);
            }
            selected.add(key);
        }
        Set<String> others = new HashSet<>(mismatch.texts());
        for (Field key : match.items()) {
            if (others.contains(key.text())) {
                key.invalidText("exists in both matchLabelKeys and mismatchLabelKeys");
            }
        }
    }

    private static void labelKeys(Field keys, Field selector) {
        if (keys.isEmpty()) {
            return;
        }
        if (selector.isSet()) {
            keys.items().forEach(key -> key.mustBe(Names::qualified));
        } else {
            keys.forbidden(NO_SELECTOR);
        }
    }

    private static void looseKeys(Field constraint) {
        Field keys = constraint.at("matchLabelKeys");
        if (keys.isEmpty()) {
            return;
        }
        Field selector = constraint.at("labelSelector");
        Set<String> selected =
                new HashSet<>(selector.at("matchLabels").entries().keySet());
        selector.at("matchExpressions")
                .items()
                .forEach(one -> selected.add(one.at("key").text()));
        if (!selector.isSet()) {
            keys.forbidden(NO_SELECTOR);
        }
        for (Field key : keys.items()) {
            key.mustBe(Names::qualified);
            if (selected.contains(key.text())) {
                key.invalidText(BOTH);
            }
        }
    }
}
