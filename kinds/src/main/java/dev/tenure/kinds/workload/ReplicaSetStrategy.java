package dev.tenure.kinds.workload;

import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.NameFormat;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.Trees;
import dev.tenure.apiserver.registry.meta.ObjectMetaValidation;
import dev.tenure.apiserver.registry.meta.PlainKind;
import dev.tenure.kinds.podspec.DisabledFields;
import dev.tenure.kinds.podspec.PodOptions;
import dev.tenure.kinds.podspec.PodSpecDefaults;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;
import java.util.Optional;

/// Replica sets.
public final class ReplicaSetStrategy implements PlainKind {
    private final boolean comparisonOperators;

    /// @param comparisonOperators whether tolerations may use Lt and Gt
    public ReplicaSetStrategy(boolean comparisonOperators) {
        this.comparisonOperators = comparisonOperators;
    }

    @Override
    public void setDefaults(ObjectNode replicaSet) {
        ObjectNode spec = Trees.object(replicaSet, "spec");
        Trees.fill(spec, "replicas", 1);
        Trees.object(Trees.object(spec, "template"), "spec");
        PodSpecDefaults.template(spec.path("template"));
    }

    @Override
    public void setStatusDefaults(ObjectNode replicaSet) {}

    @Override
    public void prepareForCreate(ObjectNode replicaSet) {
        replicaSet.putObject("status").put("replicas", 0);
        DisabledFields.dropInTemplate(replicaSet);
    }

    @Override
    public void prepareForUpdate(ObjectNode next, ObjectNode old, String subresource) {
        PlainKind.super.prepareForUpdate(next, old, subresource);
        DisabledFields.dropInTemplate(next, old);
    }

    @Override
    public void validate(ObjectNode replicaSet, FieldErrors errors) {
        ObjectMetaValidation.object(replicaSet, NameFormat.DNS_SUBDOMAIN, errors);
        spec(Field.root(replicaSet, errors).at("spec"), PodOptions.fresh(comparisonOperators));
    }

    @Override
    public void validateUpdate(ObjectNode next, ObjectNode old, String subresource, FieldErrors errors) {
        ObjectMetaValidation.update(next, old, errors);
        Field root = Field.root(next, errors);
        if (subresource.equals("status")) {
            status(root.at("status"));
            return;
        }
        spec(root.at("spec"), WorkloadValidation.options(comparisonOperators, old));
        WorkloadValidation.sameSelector(
                root.at("spec", "selector"), old.path("spec").path("selector"));
    }

    private static void spec(Field spec, PodOptions options) {
        spec.at("replicas").mustNotBeNegative();
        spec.at("minReadySeconds").mustNotBeNegative();
        WorkloadValidation.selectorAndTemplate(spec, "ReplicaSet", options);
    }

    private static void status(Field status) {
        WorkloadValidation.counts(
                status,
                List.of(
                        "replicas",
                        "fullyLabeledReplicas",
                        "readyReplicas",
                        "availableReplicas",
                        "observedGeneration",
                        "terminatingReplicas"));
        WorkloadValidation.partsOfReplicas(
                status, List.of("fullyLabeledReplicas", "readyReplicas", "availableReplicas"));
    }

    @Override
    public List<String> warnings(ObjectNode replicaSet, Optional<ObjectNode> old) {
        return WorkloadValidation.warnings(replicaSet, old);
    }
}
