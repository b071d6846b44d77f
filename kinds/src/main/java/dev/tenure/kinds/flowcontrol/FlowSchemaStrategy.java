package dev.tenure.kinds.flowcontrol;

import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.InternalTypes;
import dev.tenure.apiserver.registry.field.SameValue;
import dev.tenure.apiserver.registry.field.Trees;
import dev.tenure.apiserver.registry.meta.ObjectMetaValidation;
import dev.tenure.apiserver.registry.meta.SeparateStatus;
import dev.tenure.wire.json.ObjectNode;
import java.util.HashSet;
import java.util.Set;

/// Schemas that sort requests into flows.
public final class FlowSchemaStrategy implements SeparateStatus {
    private static final int USUAL_PRECEDENCE = 1000;

    @Override
    public void setDefaults(ObjectNode schema) {
        Trees.fillZero(Trees.object(schema, "spec"), "matchingPrecedence", USUAL_PRECEDENCE);
        Trees.object(schema, "status");
    }

    @Override
    public void prepareForCreate(ObjectNode schema) {
        schema.putObject("status");
    }

    @Override
    public void prepareForUpdate(ObjectNode next, ObjectNode old, String subresource) {
        SeparateStatus.super.prepareForUpdate(next, old, subresource);
        if (!subresource.isEmpty()) {
            SeparateStatus.keepMetadata(next, old);
        }
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
        conditions(root.at("status", "conditions"));
    }

    /// As the schemas are asked.
    @Override
    public int compareRows(ObjectNode one, ObjectNode other) {
        return Integer.compare(precedence(one), precedence(other));
    }

    private static int precedence(ObjectNode schema) {
        return schema.path("spec").path("matchingPrecedence").asInt(0);
    }

    @Override
    public void validateUpdate(ObjectNode next, ObjectNode old, String subresource, FieldErrors errors) {
        if (subresource.isEmpty()) {
            validate(next, errors);
        } else {
            conditions(Field.root(next, errors).at("status", "conditions"));
        }
    }

    /// Conditions have different types.
    static void conditions(Field conditions) {
        Set<String> types = new HashSet<>();
        for (Field condition : conditions.items()) {
            Field type = condition.at("type");
            if (!types.add(type.text())) {
                type.duplicate();
            }
            if (type.isEmpty()) {
                type.required();
            }
        }
    }
}
