package dev.tenure.kinds.volume;

import dev.tenure.apiserver.registry.KindStrategy;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.Names;
import dev.tenure.apiserver.registry.field.Path;
import dev.tenure.apiserver.registry.field.SameValue;
import dev.tenure.apiserver.registry.field.Trees;
import dev.tenure.apiserver.registry.field.UnifiedDiff;
import dev.tenure.apiserver.registry.meta.ObjectMetaValidation;
import dev.tenure.kinds.podspec.QuantityValidation;
import dev.tenure.kinds.podspec.ResourceNames;
import dev.tenure.model.quantity.Quantity;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;
import java.util.Map;

/// What may change in a claim: of a bound one its size and its attributes, of others next to nothing. Pure.
final class ClaimChange {
    private static final String CLASS = "storageClassName";
    private static final String ATTRIBUTES = "volumeAttributesClassName";
    private static final List<String> RESIZES = List.of(
            "ControllerResizeInProgress",
            "ControllerResizeInfeasible",
            "NodeResizeInProgress",
            "NodeResizeInfeasible",
            "NodeResizePending");

    private ClaimChange() {}

    static void spec(Field claim, ObjectNode old) {
        Field spec = claim.at("spec");
        JsonNode before = old.path("spec");
        ObjectNode from = (ObjectNode) before.deepCopy();
        ObjectNode to = (ObjectNode) spec.node().deepCopy();
        if (before.path("volumeName").asText("").isEmpty()) {
            KindStrategy.keep(from, to, "volumeName");
        }
        className(claim, old, to);
        if (claim.at("status", "phase").is("Bound")) {
            if (spec.at("resources", "requests").isSet()) {
                ObjectNode requests = Trees.object(Trees.object(to, "resources"), "requests");
                requests.set("storage", old.at("/spec/resources/requests/storage"));
            }
            KindStrategy.keep(to, from, ATTRIBUTES);
        }
        if (!SameValue.same(from, to)) {
            spec.forbidden("spec is immutable after creation except resources.requests and volumeAttributesClassName"
                    + " for bound claims\n"
                    + UnifiedDiff.of(VolumeShapes.claim(from), VolumeShapes.claim(spec.given(to))));
        }
        size(spec, old);
        ObjectMetaValidation.immutable(spec.at("volumeMode").under(new Path("volumeMode")), before.path("volumeMode"));
        attributes(spec.at(ATTRIBUTES), old);
    }

    private static void className(Field claim, ObjectNode old, ObjectNode to) {
        Field annotation = claim.at("metadata", "annotations", PersistentVolumeClaimStrategy.BETA_CLASS);
        JsonNode before = old.path("metadata").path("annotations").path(PersistentVolumeClaimStrategy.BETA_CLASS);
        Field name = claim.at("spec", CLASS);
        boolean first = name.isSet() && !old.path("spec").hasNonNull(CLASS);
        boolean sameAsBefore = before.isMissingNode() || name.is(before.asText(""));
        boolean moved = first && !before.isMissingNode() && sameAsBefore && isOrWas(annotation, before);
        if (!moved && !annotation.is(before.asText(""))) {
            annotation.invalidText(ObjectMetaValidation.IMMUTABLE);
        }
        if (first && sameAsBefore) {
            to.remove(CLASS);
        }
    }

    private static boolean isOrWas(Field annotation, JsonNode before) {
        return !annotation.isSet() || annotation.is(before.asText(""));
    }

    private static void size(Field spec, ObjectNode old) {
        Field size = spec.at("resources", "requests", "storage");
        Quantity wanted = QuantityValidation.amount(size.node());
        Quantity before = QuantityValidation.amount(old.at("/spec/resources/requests/storage"));
        Quantity there = QuantityValidation.amount(old.at("/status/capacity/storage"));
        if (wanted.compareTo(before) < 0 && wanted.compareTo(there) <= 0) {
            size.forbidden("field can not be less than status.capacity");
        }
    }

    private static void attributes(Field attributes, ObjectNode old) {
        boolean same = SameValue.same(attributes.node(), old.path("spec").path(ATTRIBUTES));
        if (same || !old.path("status").hasNonNull("currentVolumeAttributesClassName")) {
            return;
        }
        if (!attributes.isSet()) {
            attributes.forbidden("update to nil is forbidden when status.currentVolumeAttributesClassName is not nil");
        } else if (attributes.isEmpty()) {
            attributes.forbidden(
                    "update to empty string is forbidden when status.currentVolumeAttributesClassName is not nil");
        }
    }

    static void status(Field status) {
        status.at("capacity").entries().values().forEach(PersistentVolumeValidation::basic);
        Field resizes = status.at("allocatedResourceStatuses");
        for (Map.Entry<String, Field> resize : resizes.entries().entrySet()) {
            resource(resize.getKey(), resizes);
            if (!RESIZES.contains(resize.getValue().text())) {
                resizes.errors().notSupported(resizes.path().text(), resize.getKey(), RESIZES);
            }
        }
        Field allocated = status.at("allocatedResources");
        for (Map.Entry<String, Field> amount : allocated.entries().entrySet()) {
            int before = allocated.errors().size();
            resource(amount.getKey(), allocated);
            if (allocated.errors().size() == before) {
                PersistentVolumeValidation.basic(amount.getValue());
            }
        }
    }

    private static void resource(String name, Field map) {
        List<String> complaints = Names.qualified(name);
        complaints.forEach(complaint -> map.invalid(name, complaint));
        if (complaints.isEmpty() && ResourceNames.isNative(name) && !name.equals("storage")) {
            map.errors().notSupported(map.path().text(), name, List.of("storage"));
        }
    }
}
