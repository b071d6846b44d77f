package dev.tenure.kinds.endpoints;

import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.field.Addresses;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.SameValue;
import dev.tenure.apiserver.registry.field.Trees;
import dev.tenure.apiserver.registry.meta.ObjectMetaValidation;
import dev.tenure.apiserver.registry.meta.PlainKind;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Endpoint slices. They have no spec: everything but metadata counts for the generation.
public final class EndpointSliceStrategy implements PlainKind {
    @Override
    public void setDefaults(ObjectNode slice) {
        for (ObjectNode port : Trees.objects(slice.path("ports"))) {
            if (!port.has("name")) {
                port.put("name", "");
            }
            if (!port.hasNonNull("protocol")) {
                port.put("protocol", "TCP");
            }
        }
    }

    @Override
    public void prepareForCreate(ObjectNode slice) {
        dropTopology(slice);
    }

    /// Version v1 does not take labels of places; the node and the zone have fields of their own.
    private static void dropTopology(ObjectNode slice) {
        Trees.objects(slice.path("endpoints")).forEach(endpoint -> endpoint.remove("deprecatedTopology"));
    }

    /// Labels of places count as a change although they do not last.
    @Override
    public void prepareCounted(ObjectNode next, ObjectNode old) {
        if (!SameValue.same(next.path("endpoints"), old.path("endpoints"))) {
            dropTopology(next);
        }
    }

    @Override
    public void validate(ObjectNode slice, FieldErrors errors) {
        ObjectMetaValidation.object(slice, nameFormat(), errors);
        EndpointSliceValidation.slice(Field.root(slice, errors), true);
    }

    @Override
    public void validateUpdate(ObjectNode next, ObjectNode old, String subresource, FieldErrors errors) {
        ObjectMetaValidation.object(next, nameFormat(), errors);
        Field root = Field.root(next, errors);
        EndpointSliceValidation.slice(root, !SameValue.same(next.path("endpoints"), old.path("endpoints")));
        if (!root.at("addressType").is(old.path("addressType").asText(""))) {
            root.at("addressType").invalidText(ObjectMetaValidation.IMMUTABLE);
        }
    }

    @Override
    public List<String> warnings(ObjectNode next, Optional<ObjectNode> old) {
        List<String> warnings = new ArrayList<>();
        Field root = Field.root(next, new FieldErrors());
        if (old.isEmpty() && root.at("addressType").is("FQDN")) {
            warnings.add("spec.addressType: FQDN endpoints are deprecated");
        }
        if (!EndpointSliceValidation.isManaged(next)) {
            for (Field endpoint : root.at("endpoints").items()) {
                for (Field address : endpoint.at("addresses").items()) {
                    warnings.addAll(Addresses.ipWarnings(address.path().text(), address.text()));
                }
            }
        }
        return warnings;
    }

    @Override
    public List<String> resetFields(String subresource) {
        return List.of();
    }

    @Override
    public boolean raisesGeneration(ObjectNode next, ObjectNode old) {
        boolean same = List.of("endpoints", "ports", "addressType").stream()
                .allMatch(field -> SameValue.same(next.path(field), old.path(field)));
        return !same
                || !SameValue.same(
                        next.path("metadata").path("labels"),
                        old.path("metadata").path("labels"));
    }
}
