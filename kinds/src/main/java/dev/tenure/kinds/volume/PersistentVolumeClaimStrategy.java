package dev.tenure.kinds.volume;

import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.KindStrategy;
import dev.tenure.apiserver.registry.NameFormat;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.SameValue;
import dev.tenure.apiserver.registry.field.Trees;
import dev.tenure.apiserver.registry.meta.ObjectMetaValidation;
import dev.tenure.apiserver.registry.meta.PlainKind;
import dev.tenure.kinds.podspec.ClaimValidation;
import dev.tenure.kinds.podspec.PodSpecDefaults;
import dev.tenure.kinds.podspec.QuantityValidation;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Claims to persistent volumes.
public final class PersistentVolumeClaimStrategy implements PlainKind {
    static final String BETA_CLASS = "volume.beta.kubernetes.io/storage-class";
    private static final String SOURCE = "dataSource";
    private static final String REFERENCE = "dataSourceRef";

    @Override
    public void setDefaults(ObjectNode claim) {
        ObjectNode spec = Trees.object(claim, "spec");
        if (!spec.hasNonNull("volumeMode")) {
            spec.put("volumeMode", "Filesystem");
        }
        Trees.within(spec, "resources", PodSpecDefaults::resources);
        ObjectNode status = Trees.object(claim, "status");
        Trees.fill(status, "phase", "Pending");
        Trees.within(status, "capacity", PodSpecDefaults::amounts);
        Trees.within(status, "allocatedResources", PodSpecDefaults::amounts);
    }

    @Override
    public void prepareForCreate(ObjectNode claim) {
        claim.putObject("status").put("phase", "Pending");
        Trees.within(claim, "spec", spec -> sources(spec, false, false));
    }

    /// Claims of old named their source in one member alone.
    @Override
    public void whenRead(ObjectNode claim) {
        Trees.within(claim, "spec", spec -> sources(spec, true, true));
    }

    @Override
    public void prepareForUpdate(ObjectNode next, ObjectNode old, String subresource) {
        if (subresource.isEmpty()) {
            KindStrategy.keep(next, old, "status");
            JsonNode before = old.path("spec");
            boolean used = before.hasNonNull(SOURCE) || before.hasNonNull(REFERENCE);
            Trees.within(next, "spec", spec -> sources(spec, used, before.hasNonNull(REFERENCE)));
        } else {
            PlainKind.super.prepareForUpdate(next, old, subresource);
        }
    }

    /// Lets the two members that say what a volume is filled from say the same, and drops a source that the
    /// older member cannot name.
    private static void sources(ObjectNode spec, boolean used, boolean keepsReference) {
        if (!keepsReference
                && !spec.path(REFERENCE).path("namespace").asText("").isEmpty()) {
            spec.remove(REFERENCE); // sources in other namespaces are a feature that is off
        }
        JsonNode source = spec.path(SOURCE);
        JsonNode reference = spec.path(REFERENCE);
        if (!used && !reference.isObject() && source.isObject() && !isOldSource(source)) {
            spec.remove(SOURCE);
        } else if (source.isObject() && !reference.isObject()) {
            spec.set(REFERENCE, copied(source));
        } else if (reference.isObject()
                && !source.isObject()
                && reference.path("namespace").asText("").isEmpty()) {
            spec.set(SOURCE, copied(reference));
        }
    }

    private static boolean isOldSource(JsonNode source) {
        String group = source.path("apiGroup").asText("");
        return switch (source.path("kind").asText("")) {
            case "PersistentVolumeClaim" -> group.isEmpty();
            case "VolumeSnapshot" -> group.equals("snapshot.storage.k8s.io");
            default -> false;
        };
    }

    private static ObjectNode copied(JsonNode source) {
        ObjectNode copy = (ObjectNode) source.deepCopy();
        copy.remove("namespace");
        if (!copy.has("apiGroup")) {
            copy.putNull("apiGroup");
        }
        return copy;
    }

    @Override
    public void validate(ObjectNode claim, FieldErrors errors) {
        ObjectMetaValidation.object(claim, NameFormat.DNS_SUBDOMAIN, errors);
        ClaimValidation.spec(Field.root(claim, errors).at("spec"));
    }

    @Override
    public void validateUpdate(ObjectNode next, ObjectNode old, String subresource, FieldErrors errors) {
        ObjectMetaValidation.update(next, old, errors);
        if (subresource.isEmpty()) {
            ObjectMetaValidation.object(next, NameFormat.DNS_SUBDOMAIN, errors);
            boolean groups = !old.at("/spec/dataSource").hasNonNull("apiGroup")
                    && !old.at("/spec/dataSourceRef").hasNonNull("apiGroup");
            ClaimValidation.spec(Field.root(next, errors).at("spec"), groups);
            ClaimChange.spec(Field.root(next, errors), old);
        } else {
            ClaimChange.status(Field.root(next, errors).at("status"));
        }
    }

    @Override
    public List<String> warnings(ObjectNode next, Optional<ObjectNode> old) {
        if (old.isPresent() && !SameValue.same(next.path("status"), old.get().path("status"))) {
            return List.of();
        }
        List<String> warnings = new ArrayList<>();
        if (next.path("metadata").path("annotations").has(BETA_CLASS)) {
            warnings.add("metadata.annotations[" + BETA_CLASS
                    + "]: deprecated since v1.8; use \"storageClassName\" attribute instead");
        }
        for (String kind : List.of("requests", "limits")) {
            JsonNode amount = next.path("spec").path("resources").path(kind).path("storage");
            if (QuantityValidation.amount(amount).milliValue() % 1000 != 0) {
                warnings.add("spec.resources.%s[storage]: fractional byte value \"%s\" is invalid, must be an integer"
                        .formatted(kind, amount.asText()));
            }
        }
        return warnings;
    }
}
