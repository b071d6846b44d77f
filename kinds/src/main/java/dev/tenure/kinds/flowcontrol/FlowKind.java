package dev.tenure.kinds.flowcontrol;

import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.meta.SeparateStatus;
import dev.tenure.wire.json.ObjectNode;
import java.util.HashSet;
import java.util.Set;

/// What both kinds of this package have in common: of a write of the status nothing but the status is taken,
/// and its conditions have different types.
interface FlowKind extends SeparateStatus {
    @Override
    default void prepareForCreate(ObjectNode object) {
        object.putObject("status");
    }

    @Override
    default void prepareForUpdate(ObjectNode next, ObjectNode old, String subresource) {
        SeparateStatus.super.prepareForUpdate(next, old, subresource);
        if (!subresource.isEmpty()) {
            SeparateStatus.keepMetadata(next, old);
        }
    }

    @Override
    default void validateUpdate(ObjectNode next, ObjectNode old, String subresource, FieldErrors errors) {
        if (subresource.isEmpty()) {
            validate(next, errors);
        } else {
            conditions(Field.root(next, errors).at("status", "conditions"));
        }
    }

    /// Tells of conditions without a type, and of those whose type another one has.
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
