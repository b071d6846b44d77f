package dev.tenure.kinds.storage;

import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.SameValue;
import dev.tenure.apiserver.registry.meta.ObjectMetaValidation;
import dev.tenure.apiserver.registry.meta.PlainKind;
import dev.tenure.wire.json.ObjectNode;

/// Classes of attributes that volumes can change to. They never change themselves.
public final class VolumeAttributesClassStrategy implements PlainKind {
    @Override
    public void validate(ObjectNode object, FieldErrors errors) {
        ObjectMetaValidation.object(object, nameFormat(), errors);
        Field root = Field.root(object, errors);
        ParameterValidation.driver(root.at("driverName"));
        ParameterValidation.parameters(root.at("parameters"), false);
    }

    @Override
    public void validateUpdate(ObjectNode next, ObjectNode old, String subresource, FieldErrors errors) {
        ObjectMetaValidation.update(next, old, errors);
        Field root = Field.root(next, errors);
        if (!root.at("driverName").is(old.path("driverName").asText(""))) {
            root.at("driverName").forbidden("updates to driverName are forbidden.");
        }
        if (!SameValue.same(next.path("parameters"), old.path("parameters"))) {
            root.at("parameters").forbidden("updates to parameters are forbidden.");
        }
        validate(next, errors);
    }
}
