package dev.tenure.kinds.webhook;

import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.Names;
import dev.tenure.kinds.expression.RequestExpressions;
import dev.tenure.kinds.expression.RequestExpressions.Given;
import dev.tenure.kinds.expression.RequestExpressions.Outcome;
import dev.tenure.model.meta.GoSpace;
import java.util.HashSet;
import java.util.Set;

/// What is valid as `matchConditions`. Pure.
final class MatchConditionValidation {
    private static final int COUNT_MAX = 64;

    private MatchConditionValidation() {}

    /// @param params whether expressions see the parameters of a policy
    static void conditions(Field conditions, boolean params) {
        if (conditions.size() > COUNT_MAX) {
            conditions.tooMany(COUNT_MAX);
        }
        var expressions = new RequestExpressions(false);
        Set<String> names = new HashSet<>();
        for (Field condition : conditions.items()) {
            Field expression = condition.at("expression");
            Field name = condition.at("name");
            String text = GoSpace.trimmed(expression.text());
            if (text.isEmpty()) {
                expression.required();
            } else {
                expressions
                        .fault(text, new Given(params, true, false), Outcome.FLAG)
                        .ifPresent(fault -> fault.report(expression, text));
            }
            if (name.isEmpty()) {
                name.required();
                continue;
            }
            name.mustBe(Names::qualified);
            if (!names.add(name.text())) {
                name.duplicate();
            }
        }
    }
}
