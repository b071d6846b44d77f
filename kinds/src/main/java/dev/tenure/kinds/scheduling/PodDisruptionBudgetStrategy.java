package dev.tenure.kinds.scheduling;

import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.NameFormat;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.GoStruct;
import dev.tenure.apiserver.registry.field.GoStruct.Zero;
import dev.tenure.apiserver.registry.field.PrintedSelector;
import dev.tenure.apiserver.registry.meta.ConditionValidation;
import dev.tenure.apiserver.registry.meta.PlainKind;
import dev.tenure.apiserver.registry.meta.SelectorValidation;
import dev.tenure.kinds.workload.WorkloadValidation;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;

/// Pod disruption budgets.
public final class PodDisruptionBudgetStrategy implements PlainKind {
    private static final List<String> COUNTS =
            List.of("disruptionsAllowed", "currentHealthy", "desiredHealthy", "expectedPods");
    private static final GoStruct SPEC = new GoStruct()
            .with("MinAvailable", "minAvailable", Zero.NOTHING)
            .with("Selector", "selector", Zero.NOTHING)
            .with("MaxUnavailable", "maxUnavailable", Zero.NOTHING)
            .with("UnhealthyPodEvictionPolicy", "unhealthyPodEvictionPolicy", Zero.NOTHING);

    @Override
    public NameFormat nameFormat() {
        return NameFormat.PATH_SEGMENT;
    }

    @Override
    public void prepareForCreate(ObjectNode budget) {
        ObjectNode status = budget.putObject("status");
        COUNTS.forEach(count -> status.put(count, 0));
    }

    @Override
    public void validate(ObjectNode budget, FieldErrors errors) {
        Field spec = Field.root(budget, errors).at("spec");
        Field least = spec.at("minAvailable");
        Field most = spec.at("maxUnavailable");
        if (least.isSet() && most.isSet()) {
            ObjectNode shown = SPEC.of(spec.given());
            shown.set("Selector", PrintedSelector.of(shown.path("Selector")));
            spec.invalid(shown, "minAvailable and maxUnavailable cannot be both set");
        }
        for (Field amount : List.of(least, most)) {
            if (amount.isSet()) {
                WorkloadValidation.countOrPercent(amount);
                WorkloadValidation.atMostAll(amount);
            }
        }
        SelectorValidation.selector(spec.at("selector"));
        Field policy = spec.at("unhealthyPodEvictionPolicy");
        if (policy.isSet()) {
            policy.mustBeOneOf("AlwaysAllow", "IfHealthyBudget");
        }
    }

    @Override
    public void validateUpdate(ObjectNode next, ObjectNode old, String subresource, FieldErrors errors) {
        if (!subresource.equals("status")) {
            validate(next, errors);
            return;
        }
        Field status = Field.root(next, errors).at("status");
        ConditionValidation.conditions(status.at("conditions"));
        COUNTS.forEach(count -> status.at(count).mustNotBeNegative());
    }
}
