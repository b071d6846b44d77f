package dev.tenure.kinds.batch;

import dev.tenure.apiserver.registry.FieldError;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.InternalTypes;
import dev.tenure.apiserver.registry.field.Names;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What is valid as a job's policies about its pods: failures, success, replacement.
final class PodPoliciesValidation {
    private static final List<String> ACTIONS = List.of("Count", "FailIndex", "FailJob", "Ignore");
    private static final int RULES_MAX = 20;
    private static final int CODES_MAX = 255;
    private static final int INDEXES_MAX = 64 * 1024;

    private PodPoliciesValidation() {}

    static void failure(Field spec) {
        Field rules = spec.at("podFailurePolicy", "rules");
        if (rules.size() > RULES_MAX) {
            rules.tooMany(RULES_MAX);
        }
        Set<String> containers = new HashSet<>();
        for (String list : List.of("containers", "initContainers")) {
            spec.at("template", "spec", list)
                    .items()
                    .forEach(container -> containers.add(container.at("name").text()));
        }
        boolean perIndex = spec.at("backoffLimitPerIndex").isSet();
        rules.items().forEach(rule -> failureRule(rule, containers, perIndex));
    }

    private static void failureRule(Field rule, Set<String> containers, boolean perIndex) {
        Field action = rule.at("action");
        if (action.isEmpty()) {
            action.required("valid values: [\"Count\" \"FailIndex\" \"FailJob\" \"Ignore\"]");
        } else if (action.is("FailIndex")) {
            if (!perIndex) {
                action.invalidText("requires the backoffLimitPerIndex to be set");
            }
        } else if (!ACTIONS.contains(action.text())) {
            action.unsupported(ACTIONS);
        }
        Field codes = rule.at("onExitCodes");
        Field conditions = rule.at("onPodConditions");
        if (codes.isSet()) {
            exitCodes(codes, containers);
        }
        conditions(conditions);
        if (codes.isSet() && !conditions.isEmpty()) {
            withoutValue(rule, "specifying both OnExitCodes and OnPodConditions is not supported");
        }
        if (!codes.isSet() && conditions.isEmpty()) {
            withoutValue(rule, "specifying one of OnExitCodes and OnPodConditions is required");
        }
    }

    static void withoutValue(Field field, String detail) {
        field.errors().add(FieldError.Type.INVALID, field.path().text(), Optional.empty(), detail);
    }

    private static void conditions(Field conditions) {
        if (conditions.size() > RULES_MAX) {
            conditions.tooMany(RULES_MAX);
        }
        for (Field condition : conditions.items()) {
            condition.at("type").mustBe(Names::qualified);
            Field status = condition.at("status");
            if (status.isEmpty()) {
                status.required("valid values: [\"False\" \"True\" \"Unknown\"]");
            } else {
                status.mustBeOneOf("False", "True", "Unknown");
            }
        }
    }

    private static void exitCodes(Field codes, Set<String> containers) {
        Field operator = codes.at("operator");
        if (operator.isEmpty()) {
            operator.required("valid values: [\"In\" \"NotIn\"]");
        } else {
            operator.mustBeOneOf("In", "NotIn");
        }
        Field container = codes.at("containerName");
        if (container.isSet() && !containers.contains(container.text())) {
            container.invalidText("must be one of the container or initContainer names in the pod template");
        }
        Field values = codes.at("values");
        if (values.isEmpty()) {
            values.invalid("at least one value is required");
        } else if (values.size() > CODES_MAX) {
            values.tooMany(CODES_MAX);
        }
        ordered(values, operator.is("In"));
    }

    private static void ordered(Field values, boolean in) {
        Set<Long> seen = new HashSet<>();
        boolean ordered = true;
        long before = Long.MIN_VALUE;
        for (Field value : values.items()) {
            if (in && value.number() == 0) {
                value.invalidNumber("must not be 0 for the In operator");
            }
            if (!seen.add(value.number())) {
                value.errors().duplicate(value.path().text(), value.node());
            }
            ordered &= before <= value.number();
            before = value.number();
        }
        if (!ordered) {
            values.invalid("must be ordered");
        }
    }

    static void success(Field spec) {
        Field policy = spec.at("successPolicy");
        if (!policy.isSet()) {
            return;
        }
        if (!spec.at("completionMode").is("Indexed")) {
            policy.invalid(InternalTypes.of("SuccessPolicy", policy.given()), "requires indexed completion mode");
            return;
        }
        Field rules = policy.at("rules");
        if (rules.isEmpty()) {
            rules.required("at least one rules must be specified when the successPolicy is specified");
        }
        if (rules.size() > RULES_MAX) {
            rules.tooMany(RULES_MAX);
        }
        long completions = spec.at("completions").number();
        rules.items().forEach(rule -> successRule(rule, completions));
    }

    private static void successRule(Field rule, long completions) {
        Field count = rule.at("succeededCount");
        Field indexes = rule.at("succeededIndexes");
        if (!count.isSet() && !indexes.isSet()) {
            rule.required("at least one of succeededCount or succeededIndexes must be specified");
        }
        long total = 0;
        if (indexes.isSet()) {
            if (indexes.isLongerThan(INDEXES_MAX)) {
                indexes.tooLong(INDEXES_MAX);
            }
            CompletionIndexes parsed = CompletionIndexes.parse(indexes.text(), completions);
            total = parsed.total();
            parsed.fault().ifPresent(fault -> indexes.invalidText("error parsing succeededIndexes: " + fault));
        }
        if (!count.isSet()) {
            return;
        }
        count.mustNotBeNegative();
        if (count.number() > completions) {
            count.invalidNumber(
                    "must be less than or equal to " + completions + " (the number of specified completions)");
        }
        if (indexes.isSet() && count.number() > total) {
            count.invalidNumber("must be less than or equal to " + total
                    + " (the number of indexes in the specified succeededIndexes field)");
        }
    }

    static void replacement(Field spec) {
        Field policy = spec.at("podReplacementPolicy");
        if (!policy.isSet()) {
            return;
        }
        if (spec.at("podFailurePolicy").isSet()) {
            policy.mustBeOneOf("Failed");
        } else {
            policy.mustBeOneOf("Failed", "TerminatingOrFailed");
        }
    }
}
