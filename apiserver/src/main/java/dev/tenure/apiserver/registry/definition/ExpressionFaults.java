package dev.tenure.apiserver.registry.definition;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.expression.SchemaExpressions;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.GoStruct;
import dev.tenure.apiserver.registry.field.Path;
import dev.tenure.apiserver.schema.Structural;
import java.util.Optional;

/// Reports expressions that cannot be compiled, or compare with what cannot be found again. Upstream:
/// ValidateCustomResourceDefinitionOpenAPISchema.
final class ExpressionFaults {
    private static final GoStruct SHAPE = new GoStruct()
            .with("Rule", "rule", GoStruct.Zero.TEXT)
            .with("Message", "message", GoStruct.Zero.TEXT)
            .with("MessageExpression", "messageExpression", GoStruct.Zero.TEXT)
            .with("Reason", "reason", GoStruct.Zero.NOTHING)
            .with("FieldPath", "fieldPath", GoStruct.Zero.TEXT)
            .with("OptionalOldSelf", "optionalOldSelf", GoStruct.Zero.NOTHING);

    private final Field root;
    private final FieldErrors errors;

    private ExpressionFaults(Field root) {
        this.root = root;
        this.errors = root.errors();
    }

    /// @param root a schema that is valid but for its expressions
    static void check(Field root) {
        var faults = new ExpressionFaults(root);
        SchemaExpressions.of(Structural.of(root.node()), true)
                .ifPresent(found -> found.faults(root.path(), faults::found));
    }

    private void found(Path place, int index, String part, String fault, boolean usesOld) {
        Path path = place.child("x-kubernetes-validations").index(index).child(part);
        JsonNode stated = stated(place, index);
        if (!fault.isEmpty()) {
            errors.invalid(path.text(), shaped(stated), fault);
            return;
        }
        Optional<Path> uncorrelatable = usesOld ? uncorrelatable(place) : Optional.empty();
        if (uncorrelatable.isPresent()) {
            errors.invalid(
                    path.text(),
                    stated.path("rule").asText(),
                    "oldSelf cannot be used on the uncorrelatable portion of the schema within "
                            + uncorrelatable.get());
        } else if (part.equals("rule") && !usesOld && stated.has("optionalOldSelf")) {
            Path option = place.child("x-kubernetes-validations").index(index).child("optionalOldSelf");
            errors.invalid(
                    option.text(), stated.path("optionalOldSelf"), "may not be set if oldSelf is not used in rule");
        }
    }

    private static ObjectNode shaped(JsonNode stated) {
        return SHAPE.of(stated.isObject() ? stated : JsonNodeFactory.instance.objectNode());
    }

    private JsonNode stated(Path place, int index) {
        return at(place.text()).path("x-kubernetes-validations").path(index);
    }

    /// The schema at a place below the root.
    private JsonNode at(String place) {
        JsonNode node = root.node();
        String rest = place.substring(root.path().text().length());
        while (!rest.isEmpty()) {
            String step = step(rest);
            node = step.startsWith(".properties[")
                    ? node.path("properties").path(step.substring(".properties[".length(), step.length() - 1))
                    : node.path(step.substring(1));
            rest = rest.substring(step.length());
        }
        return node;
    }

    private static String step(String rest) {
        if (rest.startsWith(".properties[")) {
            return rest.substring(0, rest.indexOf(']') + 1);
        }
        return rest.startsWith(".items") ? ".items" : ".additionalProperties";
    }

    /// The outermost list on the way whose elements have no keys.
    private Optional<Path> uncorrelatable(Path place) {
        String text = root.path().text();
        String rest = place.text().substring(text.length());
        while (!rest.isEmpty()) {
            String step = step(rest);
            boolean keyed = at(text).path("x-kubernetes-list-type").asText("").equals("map");
            if (step.equals(".items") && !keyed) {
                return Optional.of(new Path(text));
            }
            text = text + step;
            rest = rest.substring(step.length());
        }
        return Optional.empty();
    }
}
