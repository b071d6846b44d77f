package dev.tenure.kinds.device;

import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.InternalTypes;
import dev.tenure.apiserver.registry.field.SameValue;
import dev.tenure.apiserver.registry.field.Trees;
import dev.tenure.apiserver.registry.meta.ObjectMetaValidation;
import dev.tenure.apiserver.registry.meta.SeparateStatus;
import dev.tenure.kinds.podspec.ClaimValidation;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Claims to devices and templates of them.
///
/// @param template whether they are templates, which have no status
public record ResourceClaimStrategy(boolean template) implements SeparateStatus {
    @Override
    public void setDefaults(ObjectNode claim) {
        JsonNode spec = template ? claim.path("spec").path("spec") : claim.path("spec");
        for (ObjectNode request : Trees.objects(spec.path("devices").path("requests"))) {
            Trees.within(request, "exactly", ResourceClaimStrategy::amount);
            Trees.objects(request.path("firstAvailable")).forEach(ResourceClaimStrategy::amount);
        }
        if (!template) {
            ObjectNode status = Trees.object(claim, "status");
            Trees.objects(status.path("allocation").path("devices").path("results"))
                    .forEach(ResourceClaimStrategy::tolerations);
        }
    }

    private static void tolerations(ObjectNode holder) {
        Trees.objects(holder.path("tolerations")).forEach(toleration -> Trees.fill(toleration, "operator", "Equal"));
    }

    @Override
    public void validate(ObjectNode claim, FieldErrors errors) {
        ObjectMetaValidation.object(claim, nameFormat(), errors);
        Field spec = Field.root(claim, errors).at("spec");
        if (template) {
            ClaimValidation.metadata(spec.at("metadata"));
        }
        DeviceClaimValidation.spec(template ? spec.at("spec") : spec);
    }

    @Override
    public void validateUpdate(ObjectNode next, ObjectNode old, String subresource, FieldErrors errors) {
        if (!subresource.isEmpty()) {
            ObjectMetaValidation.update(next, old, errors);
            ClaimStatusValidation.check(Field.root(next, errors), old);
            return;
        }
        if (template) {
            validate(next, errors);
        } else {
            ObjectMetaValidation.object(next, nameFormat(), errors);
        }
        ObjectMetaValidation.update(next, old, errors);
        if (!SameValue.same(next.path("spec"), old.path("spec"))) {
            Field spec = Field.root(next, errors).at("spec");
            spec.invalid(printed(spec.given()), ObjectMetaValidation.IMMUTABLE);
        }
    }

    /// The spec as upstream's messages show it: the members of a template's metadata stand beside its spec.
    private ObjectNode printed(JsonNode spec) {
        if (!template) {
            return InternalTypes.of("ResourceClaimSpec", spec);
        }
        return InternalTypes.metadata(spec.path("metadata"))
                .set("Spec", InternalTypes.of("ResourceClaimSpec", spec.path("spec")));
    }

    private static void amount(ObjectNode request) {
        tolerations(request);
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
        SeparateStatus.super.prepareForUpdate(next, old, subresource);
        if (!subresource.isEmpty()) {
            dropDeallocated(next, old);
        }
    }

    /// What is reported about devices goes with their allocation.
    private static void dropDeallocated(ObjectNode next, ObjectNode old) {
        String results = "/status/allocation/devices/results";
        Set<String> gone = ClaimStatusValidation.identities(old.at(results));
        gone.removeAll(ClaimStatusValidation.identities(next.at(results)));
        if (next.at("/status/devices") instanceof ArrayNode devices) {
            List<JsonNode> kept = new ArrayList<>();
            devices.forEach(device -> {
                if (!gone.contains(ClaimStatusValidation.identity(device))) {
                    kept.add(device);
                }
            });
            devices.removeAll().addAll(kept);
            if (kept.isEmpty()) {
                Trees.within(next, "status", status -> status.remove("devices"));
            }
        }
    }
}
