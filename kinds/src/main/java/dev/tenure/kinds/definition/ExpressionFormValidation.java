package dev.tenure.kinds.definition;

import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.schema.Structural;
import dev.tenure.kinds.expression.SchemaPath;
import dev.tenure.model.meta.GoSpace;
import java.util.List;

/// What stands beside the expressions of `x-kubernetes-validations`. Upstream:
/// ValidateCustomResourceDefinitionOpenAPISchema.
final class ExpressionFormValidation {
    private static final List<String> REASONS =
            List.of("FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid", "FieldValueRequired");

    private ExpressionFormValidation() {}

    static void check(Field schema) {
        schema.at("x-kubernetes-validations").items().forEach(validation -> one(schema, validation));
    }

    private static void one(Field schema, Field validation) {
        texts(validation);
        Field reason = validation.at("reason");
        if (reason.isSet() && !REASONS.contains(reason.text())) {
            reason.unsupported(REASONS);
        }
        Field path = validation.at("fieldPath");
        if (!path.isEmpty() && GoSpace.isBlank(path.text())) {
            path.invalidText("must be non-empty if specified");
        }
        if (hasLineBreaks(path.text())) {
            path.invalidText("must not contain line breaks");
        }
        if (!path.isEmpty()
                && SchemaPath.place(path.text(), Structural.of(schema.node())).isEmpty()) {
            path.invalidText("must be a valid path");
        }
    }

    private static void texts(Field validation) {
        Field rule = validation.at("rule");
        Field message = validation.at("message");
        if (GoSpace.isBlank(rule.text())) {
            rule.required("rule is not specified");
        } else if (!message.isEmpty() && GoSpace.isBlank(message.text())) {
            message.invalidText("must be non-empty if specified");
        } else if (hasLineBreaks(GoSpace.trimmed(message.text()))) {
            message.invalidText("must not contain line breaks");
        } else if (hasLineBreaks(GoSpace.trimmed(rule.text())) && GoSpace.isBlank(message.text())) {
            message.required("message must be specified if rule contains line breaks");
        }
        Field expression = validation.at("messageExpression");
        if (!expression.isEmpty() && GoSpace.isBlank(expression.text())) {
            expression.required("messageExpression must be non-empty if specified");
        }
    }

    private static boolean hasLineBreaks(String text) {
        return text.indexOf('\n') >= 0 || text.indexOf('\r') >= 0;
    }
}
