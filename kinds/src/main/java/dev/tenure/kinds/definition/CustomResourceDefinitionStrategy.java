package dev.tenure.kinds.definition;

import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.SameValue;
import dev.tenure.apiserver.registry.field.Trees;
import dev.tenure.apiserver.registry.meta.PlainKind;
import dev.tenure.model.meta.Frozen;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.go.GoNumbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Definitions of kinds. Upstream: registry/customresourcedefinition/strategy.go, etcd.go, v1/defaults.go.
public final class CustomResourceDefinitionStrategy implements PlainKind {
    /// The finalizer that keeps a definition until its objects are gone.
    public static final String CLEANUP = "customresourcecleanup.apiextensions.k8s.io";

    @Override
    public void setDefaults(ObjectNode definition) {
        Trees.within(definition, "spec", spec -> {
            ObjectNode names = Trees.object(spec, "names");
            String kind = names.path("kind").asText("");
            if (!kind.isEmpty()) {
                Trees.fill(names, "singular", kind.toLowerCase(Locale.ROOT));
                Trees.fill(names, "listKind", kind + "List");
            }
            if (!spec.path("conversion").isObject()) {
                spec.putObject("conversion").put("strategy", "None");
            }
            ObjectNode conversion = Trees.object(spec, "conversion");
            JsonNode service = conversion.path("webhook").path("clientConfig").path("service");
            if (service instanceof ObjectNode there) {
                Trees.fill(there, "port", 443);
            }
        });
    }

    @Override
    public void prepareForCreate(ObjectNode definition) {
        ObjectNode status = definition.putObject("status");
        status.putNull("conditions");
        status.putObject("acceptedNames").put("plural", "").put("kind", "");
        status.putNull("storedVersions");
        noteStored(definition);
    }

    @Override
    public void prepareForUpdate(ObjectNode next, ObjectNode old, String subresource) {
        PlainKind.super.prepareForUpdate(next, old, subresource);
        if (subresource.isEmpty() || next.path("status").path("storedVersions").isEmpty()) {
            noteStored(next);
        }
    }

    /// The version that is stored now counts as one that is stored from now on.
    private static void noteStored(ObjectNode definition) {
        for (JsonNode version : definition.path("spec").path("versions")) {
            if (version.path("storage").asBoolean(false)) {
                ArrayNode stored = Trees.list(Trees.object(definition, "status"), "storedVersions");
                String name = version.path("name").asText();
                for (JsonNode known : stored) {
                    if (known.asText().equals(name)) {
                        return;
                    }
                }
                stored.add(name);
                return;
            }
        }
    }

    @Override
    public void markDeleted(ObjectNode definition, String now) {
        ObjectNode metadata = Trees.object(definition, "metadata");
        metadata.put("deletionTimestamp", now);
        ArrayNode finalizers = Trees.list(metadata, "finalizers");
        boolean there = false;
        for (JsonNode finalizer : finalizers) {
            there |= finalizer.asText().equals(CLEANUP);
        }
        if (!there) {
            finalizers.add(CLEANUP);
        }
        ArrayNode conditions = Trees.list(Trees.object(definition, "status"), "conditions");
        for (int i = conditions.size() - 1; i >= 0; i--) {
            if (conditions.path(i).path("type").asText().equals("Terminating")) {
                conditions.remove(i);
            }
        }
        conditions
                .addObject()
                .put("type", "Terminating")
                .put("status", "True")
                .put("lastTransitionTime", now)
                .put("reason", "InstanceDeletionPending")
                .put(
                        "message",
                        "CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon");
    }

    @Override
    public void beforeStoring(ObjectNode definition) {
        GoNumbers.written(definition);
    }

    @Override
    public boolean raisesGeneration(ObjectNode next, ObjectNode old) {
        return !SameValue.same(next.path("spec"), old.path("spec"));
    }

    @Override
    public void validate(ObjectNode definition, FieldErrors errors) {
        DefinitionValidation.create(Field.root(definition, errors));
    }

    @Override
    public void validateUpdate(ObjectNode next, ObjectNode old, String subresource, FieldErrors errors) {
        if (subresource.equals("status")) {
            DefinitionValidation.status(Field.root(next, errors), old);
        } else {
            DefinitionValidation.update(Field.root(next, errors), old);
        }
    }

    @Override
    public List<String> warnings(ObjectNode next, Optional<ObjectNode> old) {
        List<String> warnings = new ArrayList<>(DefinitionWarnings.of(next));
        old.ifPresent(was -> warnings.removeAll(Frozen.set(DefinitionWarnings.of(was))));
        return warnings;
    }
}
