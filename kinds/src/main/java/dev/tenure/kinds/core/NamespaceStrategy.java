package dev.tenure.kinds.core;

import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.KindStrategy;
import dev.tenure.apiserver.registry.NameFormat;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.Names;
import dev.tenure.apiserver.registry.field.Trees;
import dev.tenure.apiserver.registry.meta.ObjectMetaValidation;
import dev.tenure.apiserver.registry.meta.PlainKind;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;

/// Namespaces.
public final class NamespaceStrategy implements PlainKind {
    private static final String FINALIZER = "kubernetes";
    private static final String FINALIZERS = "finalizers";

    @Override
    public NameFormat nameFormat() {
        return NameFormat.DNS_LABEL;
    }

    @Override
    public void setDefaults(ObjectNode namespace) {
        nameLabel(namespace);
        Trees.fill(Trees.object(namespace, "status"), "phase", "Active");
    }

    /// Every namespace bears its name as a label, so that selectors can name it.
    private static void nameLabel(ObjectNode namespace) {
        String name = namespace.path("metadata").path("name").asText("");
        if (!name.isEmpty()) {
            Trees.object(Trees.object(namespace, "metadata"), "labels").put("kubernetes.io/metadata.name", name);
        }
    }

    @Override
    public void prepareForCreate(ObjectNode namespace) {
        namespace.putObject("status").put("phase", "Active");
        ArrayNode finalizers = Trees.list(Trees.object(namespace, "spec"), FINALIZERS);
        boolean there = false;
        for (var finalizer : finalizers) {
            there |= finalizer.asText().equals(FINALIZER);
        }
        if (!there) {
            finalizers.add(FINALIZER);
        }
        nameLabel(namespace);
    }

    @Override
    public void prepareForUpdate(ObjectNode next, ObjectNode old, String subresource) {
        switch (subresource) {
            case "status" -> KindStrategy.keepAllBut(next, old, "status");
            case "finalize" -> KindStrategy.keep(next, old, "status");
            default -> {
                KindStrategy.keep(next, old, "status");
                KindStrategy.keep(Trees.object(next, "spec"), Trees.object(old.deepCopy(), "spec"), FINALIZERS);
            }
        }
        nameLabel(next);
    }

    /// Who finalizes owns the finalizers in the spec.
    @Override
    public List<String> resetFields(String subresource) {
        return subresource.equals("finalize") ? List.of("status") : PlainKind.super.resetFields(subresource);
    }

    @Override
    public void validate(ObjectNode namespace, FieldErrors errors) {
        ObjectMetaValidation.object(namespace, NameFormat.DNS_LABEL, errors);
        Field finalizers = Field.root(namespace, errors).at("spec", FINALIZERS);
        finalizers.items().forEach(finalizer -> finalizer(finalizer.under(finalizers.path())));
    }

    private static void finalizer(Field finalizer) {
        finalizer.mustBe(Names::qualified);
        ObjectMetaValidation.plainFinalizer(finalizer);
    }

    @Override
    public void validateUpdate(ObjectNode next, ObjectNode old, String subresource, FieldErrors errors) {
        Field root = Field.root(next, errors);
        switch (subresource) {
            case "status" -> {
                ObjectMetaValidation.update(next, old, errors);
                phase(root);
            }
            case "finalize" -> {
                ObjectMetaValidation.update(next, old, errors);
                root.at("spec", FINALIZERS).items().forEach(NamespaceStrategy::finalizer);
            }
            default -> {
                validate(next, errors);
                ObjectMetaValidation.update(next, old, errors);
            }
        }
    }

    private static void phase(Field namespace) {
        Field phase = namespace
                .at("status", "phase")
                .under(namespace.at("status").path().child("Phase"));
        boolean deleted = namespace.at("metadata", "deletionTimestamp").isSet();
        if (deleted && !phase.is("Terminating")) {
            phase.invalidText("may only be 'Terminating' if `deletionTimestamp` is not empty");
        } else if (!deleted && !phase.is("Active")) {
            phase.invalidText("may only be 'Active' if `deletionTimestamp` is empty");
        }
    }
}
