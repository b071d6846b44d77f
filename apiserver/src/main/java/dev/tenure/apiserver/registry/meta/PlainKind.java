package dev.tenure.apiserver.registry.meta;

import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.KindStrategy;
import dev.tenure.apiserver.registry.field.SameValue;
import dev.tenure.wire.json.ObjectNode;

/// A kind whose metadata is checked and nothing else: what kinds with rules of their own start from.
public interface PlainKind extends KindStrategy {
    /// A plain kind whose names are DNS subdomains.
    PlainKind INSTANCE = new PlainKind() {};

    @Override
    default void validate(ObjectNode object, FieldErrors errors) {
        ObjectMetaValidation.object(object, nameFormat(), errors);
    }

    @Override
    default void validateUpdate(ObjectNode next, ObjectNode old, String subresource, FieldErrors errors) {
        ObjectMetaValidation.update(next, old, errors);
        if (subresource.isEmpty()) {
            validate(next, errors);
        }
    }

    @Override
    default boolean raisesGeneration(ObjectNode next, ObjectNode old) {
        return !SameValue.same(next.path("spec"), old.path("spec"));
    }
}
