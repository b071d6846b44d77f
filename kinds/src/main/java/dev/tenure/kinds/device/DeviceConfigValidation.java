package dev.tenure.kinds.device;

import dev.tenure.apiserver.registry.FieldError;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.Names;
import dev.tenure.kinds.expression.DeviceExpressions;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// What claims and classes have in common: selectors, configuration, tolerations, taints. Pure.
final class DeviceConfigValidation {
    static final int COUNT_MAX = 32;
    private static final int CONDITIONS_MAX = 4;
    private static final int EXPRESSION_BYTES_MAX = 10 * 1024;
    private static final int PARAMETERS_BYTES_MAX = 10 * 1024;
    private static final long COST_MAX = 1_000_000;
    private static final List<String> EFFECTS = List.of("NoExecute", "NoSchedule", "None");

    private DeviceConfigValidation() {}

    static void selectors(Field selectors) {
        if (selectors.isEmpty()) {
            return;
        }
        DeviceExpressions expressions = DeviceExpressions.shared();
        DeviceListValidation.list(selectors, COUNT_MAX, selector -> {
            Field cel = selector.at("cel");
            if (cel.isSet()) {
                expression(cel.at("expression"), expressions);
            } else {
                cel.required();
            }
        });
    }

    private static void expression(Field expression, DeviceExpressions expressions) {
        if (FieldError.byteLength(expression.text()) > EXPRESSION_BYTES_MAX) {
            expression.tooLong(EXPRESSION_BYTES_MAX);
            return;
        }
        DeviceExpressions.Judged judged = expressions.judge(expression.text());
        if (!judged.prepared()) {
            expression.errors().internal(expression.path().toString(), judged.fault());
        } else if (!judged.fault().isEmpty()) {
            expression.invalidText(judged.fault());
        } else if (judged.costMax() > COST_MAX) {
            expression.forbidden("too complex, exceeds cost limit");
        }
    }

    /// @param stored whether it stood there before, when there was no limit
    static void configuration(Field config, boolean stored) {
        Field opaque = config.at("opaque");
        if (!opaque.isSet()) {
            opaque.required();
            return;
        }
        DeviceNames.driver(opaque.at("driver"));
        raw(opaque.at("parameters"), stored);
    }

    /// JSON of somebody else, which must be an object.
    static void raw(Field value, boolean stored) {
        if (!value.isSet()) {
            value.required();
        } else if (!stored && FieldError.byteLength(value.node().toString()) > PARAMETERS_BYTES_MAX) {
            value.tooLong(PARAMETERS_BYTES_MAX);
        } else if (!value.node().isObject()) {
            value.invalid("<value omitted>", "must be a valid JSON object");
        }
    }

    static void toleration(Field toleration) {
        if (!toleration.at("key").isEmpty()) {
            toleration.at("key").mustBe(Names::qualified);
        }
        Field operator = toleration.at("operator");
        Field value = toleration.at("value");
        switch (operator.text()) {
            case "Exists" -> {
                if (!value.isEmpty()) {
                    value.invalidText("must be empty for operator `Exists`");
                }
            }
            case "Equal" -> value.mustBe(Names::labelValue);
            default -> operator.mustBeGivenAndOneOf("Equal", "Exists");
        }
        Field effect = toleration.at("effect");
        if (!effect.isEmpty() && !EFFECTS.contains(effect.text())) {
            effect.unsupported(EFFECTS);
        }
    }

    static void taint(Field taint) {
        taint.at("key").mustBe(Names::qualified);
        if (!taint.at("value").isEmpty()) {
            taint.at("value").mustBe(Names::labelValue);
        }
        taint.at("effect").mustBeGivenAndOneOf(EFFECTS.toArray(String[]::new));
    }

    /// What must hold before a pod is bound, and what tells that it never will.
    static void bindingConditions(Field of) {
        Field conditions = of.at("bindingConditions");
        Field failures = of.at("bindingFailureConditions");
        labels(conditions);
        labels(failures);
        Set<String> wanted = new HashSet<>();
        for (Field condition : conditions.items()) {
            if (!wanted.add(condition.text())) {
                condition.duplicate();
            }
        }
        Set<String> seen = new HashSet<>();
        for (Field failure : failures.items()) {
            if (!seen.add(failure.text())) {
                failure.duplicate();
            }
            if (wanted.contains(failure.text())) {
                failure.invalidText("bindingFailureConditions must not overlap with bindingConditions");
            }
        }
        if (conditions.isEmpty() && !failures.isEmpty()) {
            conditions.invalid("bindingConditions are required to use bindingFailureConditions");
        }
        if (failures.isEmpty() && !conditions.isEmpty()) {
            failures.invalid("bindingFailureConditions are required to use bindingConditions");
        }
    }

    private static void labels(Field list) {
        DeviceListValidation.list(list, CONDITIONS_MAX, name -> name.mustBe(Names::qualified));
    }
}
