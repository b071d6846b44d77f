package dev.tenure.kinds.device;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tenure.apiserver.registry.field.Trees;
import dev.tenure.apiserver.registry.meta.PlainKind;
import dev.tenure.apiserver.registry.meta.StatusMetadata;
import java.util.List;

/// Claims to devices and templates of them.
///
/// @param template whether they are templates, which have no status
public record DeviceClaimStrategy(boolean template) implements PlainKind {
    @Override
    public void setDefaults(ObjectNode claim) {
        JsonNode spec = template ? claim.path("spec").path("spec") : claim.path("spec");
        for (ObjectNode request : Trees.objects(spec.path("devices").path("requests"))) {
            Trees.within(request, "exactly", DeviceClaimStrategy::amount);
            Trees.objects(request.path("firstAvailable")).forEach(DeviceClaimStrategy::amount);
        }
        if (!template) {
            Trees.object(claim, "status");
        }
    }

    private static void amount(ObjectNode request) {
        Trees.fill(request, "allocationMode", "ExactCount");
        if (request.path("allocationMode").asText("").equals("ExactCount")) {
            Trees.fillZero(request, "count", 1);
        }
    }

    @Override
    public void prepareForCreate(ObjectNode claim) {
        if (!template) {
            claim.putObject("status");
        }
    }

    @Override
    public void prepareForUpdate(ObjectNode next, ObjectNode old, String subresource) {
        PlainKind.super.prepareForUpdate(next, old, subresource);
        if (!subresource.isEmpty()) {
            StatusMetadata.keep(next, old);
        }
    }

    @Override
    public List<String> resetFields(String subresource) {
        return subresource.isEmpty() ? List.of("status") : List.of("metadata", "spec");
    }
}
