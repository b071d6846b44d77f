package dev.tenure.kinds.node;

import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.Names;
import dev.tenure.apiserver.registry.meta.ObjectMetaValidation;
import dev.tenure.apiserver.registry.meta.PlainKind;
import dev.tenure.wire.json.ObjectNode;

/// Leases.
public final class LeaseStrategy implements PlainKind {
    @Override
    public void prepareForCreate(ObjectNode lease) {
        dropDisabled(lease);
    }

    @Override
    public void prepareForUpdate(ObjectNode next, ObjectNode old, String subresource) {
        dropDisabled(next);
    }

    /// Coordinated elections are not on by default.
    private static void dropDisabled(ObjectNode lease) {
        if (lease.path("spec") instanceof ObjectNode spec) {
            spec.remove("strategy");
            spec.remove("preferredHolder");
        }
    }

    @Override
    public void validate(ObjectNode lease, FieldErrors errors) {
        ObjectMetaValidation.plain(Field.root(lease, errors).at("metadata"), Names::dnsSubdomain);
        spec(Field.root(lease, errors).at("spec"));
    }

    @Override
    public void validateUpdate(ObjectNode next, ObjectNode old, String subresource, FieldErrors errors) {
        Field root = Field.root(next, errors);
        ObjectMetaValidation.plainUpdate(root.at("metadata"), old.path("metadata"));
        spec(root.at("spec"));
    }

    private static void spec(Field spec) {
        Field duration = spec.at("leaseDurationSeconds");
        if (duration.isSet() && duration.number() <= 0) {
            duration.invalidNumber("must be greater than 0");
        }
        Field transitions = spec.at("leaseTransitions");
        if (transitions.isSet() && transitions.number() < 0) {
            transitions.invalidNumber("must be greater than or equal to 0");
        }
    }
}
