package dev.tenure.kinds.workload;

import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.NameFormat;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.PrintedSelector;
import dev.tenure.apiserver.registry.field.Trees;
import dev.tenure.apiserver.registry.meta.ObjectMetaValidation;
import dev.tenure.apiserver.registry.meta.PlainKind;
import dev.tenure.kinds.podspec.DisabledFields;
import dev.tenure.kinds.podspec.PodOptions;
import dev.tenure.kinds.podspec.PodSpecDefaults;
import dev.tenure.kinds.podspec.PodTemplateValidation;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;
import java.util.Optional;

/// Replication controllers.
public final class ReplicationControllerStrategy implements PlainKind {
    private final boolean comparisonOperators;

    /// @param comparisonOperators whether tolerations may use Lt and Gt
    public ReplicationControllerStrategy(boolean comparisonOperators) {
        this.comparisonOperators = comparisonOperators;
    }

    @Override
    public NameFormat nameFormat() {
        return NameFormat.LONG_NAME;
    }

    @Override
    public void setDefaults(ObjectNode controller) {
        ObjectNode spec = Trees.object(controller, "spec");
        JsonNode labels = spec.path("template").path("metadata").path("labels");
        if (!labels.isEmpty()) {
            if (spec.path("selector").isEmpty()) {
                spec.set("selector", labels.deepCopy());
            }
            ObjectNode metadata = Trees.object(controller, "metadata");
            if (metadata.path("labels").isEmpty()) {
                metadata.set("labels", labels.deepCopy());
            }
        }
        Trees.fill(spec, "replicas", 1);
        if (spec.get("template") instanceof ObjectNode template) {
            Trees.object(template, "spec");
            PodSpecDefaults.template(template);
        }
    }

    @Override
    public void prepareForCreate(ObjectNode controller) {
        controller.putObject("status").put("replicas", 0);
        DisabledFields.dropInTemplate(controller);
    }

    @Override
    public void prepareForUpdate(ObjectNode next, ObjectNode old, String subresource) {
        PlainKind.super.prepareForUpdate(next, old, subresource);
        DisabledFields.dropInTemplate(next, old);
        if (subresource.equals("status")) {
            WorkloadValidation.labelLikeTemplate(next);
        }
    }

    @Override
    public void validate(ObjectNode controller, FieldErrors errors) {
        Field root = Field.root(controller, errors);
        ObjectMetaValidation.unchecked(controller, NameFormat.DNS_SUBDOMAIN, errors);
        spec(root.at("spec"), PodOptions.fresh(comparisonOperators));
    }

    @Override
    public void validateUpdate(ObjectNode next, ObjectNode old, String subresource, FieldErrors errors) {
        ObjectMetaValidation.update(next, old, errors);
        Field root = Field.root(next, errors);
        if (subresource.equals("status")) {
            Field status = root.at("status");
            WorkloadValidation.counts(
                    status,
                    List.of(
                            "replicas",
                            "fullyLabeledReplicas",
                            "readyReplicas",
                            "availableReplicas",
                            "observedGeneration"));
            WorkloadValidation.partsOfReplicas(
                    status, List.of("fullyLabeledReplicas", "readyReplicas", "availableReplicas"));
            return;
        }
        spec(root.at("spec"), WorkloadValidation.options(comparisonOperators, old));
    }

    private static void spec(Field spec, PodOptions options) {
        Field selector = spec.at("selector");
        Field template = spec.at("template");
        spec.at("minReadySeconds").mustNotBeNegative();
        if (selector.isEmpty()) {
            selector.required();
        }
        spec.at("replicas").mustNotBeNegative();
        if (!template.isSet()) {
            template.required();
            return;
        }
        ObjectNode asSelector = Json.object();
        asSelector.set("matchLabels", PrintedSelector.sorted(selector.node()));
        PodTemplateValidation.ofController(template, asSelector, "ReplicationController", options);
    }

    /// As upstream, which takes the two templates for each other when a controller is changed and warns of
    /// the old one (pkg/registry/core/replicationcontroller/strategy.go).
    @Override
    public List<String> warnings(ObjectNode controller, Optional<ObjectNode> old) {
        return old.isPresent()
                ? WorkloadValidation.warnings(old.get(), Optional.of(controller))
                : WorkloadValidation.warnings(controller, old);
    }
}
