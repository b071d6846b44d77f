package dev.tenure.kinds.flowcontrol;

import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.InternalTypes;
import dev.tenure.apiserver.registry.field.SameValue;
import dev.tenure.apiserver.registry.field.Trees;
import dev.tenure.apiserver.registry.meta.ObjectMetaValidation;
import dev.tenure.wire.json.ObjectNode;

/// Schemas that sort requests into flows.
public final class FlowSchemaStrategy implements FlowKind {
    private static final int USUAL_PRECEDENCE = 1000;

    @Override
    public void setDefaults(ObjectNode schema) {
        Trees.fillZero(Trees.object(schema, "spec"), "matchingPrecedence", USUAL_PRECEDENCE);
        Trees.object(schema, "status");
    }

    @Override
    public void validate(ObjectNode schema, FieldErrors errors) {
        ObjectMetaValidation.object(schema, nameFormat(), errors);
        Field root = Field.root(schema, errors);
        String name = root.at("metadata", "name").text();
        FlowValidation.spec(root.at("spec"), name);
        FlowObjects.fixedSpec(FlowObjects.SCHEMA, name)
                .filter(fixed -> !SameValue.same(fixed, root.at("spec").node()))
                .ifPresent(_ -> root.at("spec")
                        .invalid(
                                InternalTypes.of(
                                        "FlowSchemaSpec", root.at("spec").node()),
                                "spec of '" + name + "' must equal the fixed value"));
        FlowKind.conditions(root.at("status", "conditions"));
    }

    /// As the schemas are asked.
    @Override
    public int compareRows(ObjectNode one, ObjectNode other) {
        return Integer.compare(precedence(one), precedence(other));
    }

    private static int precedence(ObjectNode schema) {
        return schema.path("spec").path("matchingPrecedence").asInt(0);
    }
}
