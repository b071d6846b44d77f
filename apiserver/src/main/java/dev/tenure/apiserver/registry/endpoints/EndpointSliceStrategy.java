package dev.tenure.apiserver.registry.endpoints;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tenure.apiserver.registry.field.SameValue;
import dev.tenure.apiserver.registry.field.Trees;
import dev.tenure.apiserver.registry.meta.PlainKind;
import java.util.List;

/// Endpoint slices. They have no spec: everything but metadata counts for the generation.
public final class EndpointSliceStrategy implements PlainKind {
    @Override
    public void setDefaults(ObjectNode slice) {
        for (ObjectNode port : Trees.objects(slice.path("ports"))) {
            if (!port.has("name")) {
                port.put("name", "");
            }
            Trees.fill(port, "protocol", "TCP");
        }
    }

    @Override
    public void prepareForUpdate(ObjectNode next, ObjectNode old, String subresource) {
        // Nothing is kept from writers.
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
