package dev.tenure.kinds.workload;

import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.NameFormat;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.meta.ObjectMetaValidation;
import dev.tenure.apiserver.registry.meta.PlainKind;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.util.Arrays;

/// Revisions of controllers: their data never change.
public final class ControllerRevisionStrategy implements PlainKind {
    @Override
    public void validate(ObjectNode revision, FieldErrors errors) {
        own(revision, errors);
        Field data = Field.root(revision, errors).at("data");
        if (!data.isSet()) {
            data.required("data is mandatory");
        } else if (!data.node().isObject()) {
            data.required("data must be a valid JSON object");
        }
    }

    private static void own(ObjectNode revision, FieldErrors errors) {
        ObjectMetaValidation.object(revision, NameFormat.DNS_SUBDOMAIN, errors);
        Field.root(revision, errors).at("revision").mustNotBeNegative();
    }

    @Override
    public void validateUpdate(ObjectNode next, ObjectNode old, String subresource, FieldErrors errors) {
        ObjectMetaValidation.update(next, old, errors);
        own(next, errors);
        // As upstream, which compares what is written: the same members in another order are other data.
        Field data = Field.root(next, errors).at("data");
        if (!Arrays.equals(Json.write(data.node()), Json.write(old.path("data")))) {
            data.invalid(ObjectMetaValidation.IMMUTABLE);
        }
    }
}
