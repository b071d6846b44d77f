package dev.tenure.kinds.workload;

import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.NameFormat;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.SameValue;
import dev.tenure.apiserver.registry.field.Trees;
import dev.tenure.apiserver.registry.meta.ObjectMetaValidation;
import dev.tenure.apiserver.registry.meta.PlainKind;
import dev.tenure.kinds.podspec.DisabledFields;
import dev.tenure.kinds.podspec.PodOptions;
import dev.tenure.kinds.podspec.PodSpecDefaults;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Deployments.
public final class DeploymentStrategy implements PlainKind {
    private static final String ROLLBACK = "deprecated.deployment.rollback.to";

    private final boolean comparisonOperators;

    /// @param comparisonOperators whether tolerations may use Lt and Gt
    public DeploymentStrategy(boolean comparisonOperators) {
        this.comparisonOperators = comparisonOperators;
    }

    /// Upstream turns the annotation into a field when it reads a deployment.
    @Override
    public Optional<String> unreadable(ObjectNode deployment) {
        return rollback(deployment)
                .flatMap(revision -> revision.fault()
                        .map(why -> "failed to parse annotation[%s]=%s as int64: %s"
                                .formatted(ROLLBACK, revision.text(), why)));
    }

    /// The revision to go back to; empty text is none.
    private static Optional<AnnotatedNumber> rollback(JsonNode deployment) {
        return AnnotatedNumber.of(deployment, ROLLBACK)
                .filter(revision -> !revision.text().isEmpty());
    }

    /// Writes the revision as upstream does, which has it as a number meanwhile.
    private static void plainRollback(ObjectNode deployment) {
        Optional<Long> revision = rollback(deployment).flatMap(AnnotatedNumber::value);
        if (revision.isPresent()) {
            AnnotatedNumber.put(deployment, ROLLBACK, revision.get());
        } else {
            Trees.withoutAnnotations(deployment, Set.of(ROLLBACK));
        }
    }

    @Override
    public void setDefaults(ObjectNode deployment) {
        plainRollback(deployment);
        ObjectNode spec = Trees.object(deployment, "spec");
        Trees.fill(spec, "replicas", 1);
        ObjectNode strategy = Trees.object(spec, "strategy");
        Trees.fill(strategy, "type", "RollingUpdate");
        if (strategy.path("type").asText().equals("RollingUpdate")) {
            ObjectNode rolling = Trees.object(strategy, "rollingUpdate");
            for (String name : List.of("maxUnavailable", "maxSurge")) {
                if (!rolling.hasNonNull(name)) {
                    rolling.put(name, "25%");
                }
            }
        }
        Trees.fill(spec, "revisionHistoryLimit", 10);
        Trees.fill(spec, "progressDeadlineSeconds", 600);
        Trees.object(Trees.object(spec, "template"), "spec");
        PodSpecDefaults.template(spec.path("template"));
    }

    @Override
    public void setStatusDefaults(ObjectNode deployment) {
        plainRollback(deployment);
    }

    @Override
    public void prepareForCreate(ObjectNode deployment) {
        deployment.putObject("status");
        DisabledFields.dropInTemplate(deployment);
    }

    @Override
    public void prepareForUpdate(ObjectNode next, ObjectNode old, String subresource) {
        PlainKind.super.prepareForUpdate(next, old, subresource);
        DisabledFields.dropInTemplate(next, old);
        if (subresource.equals("status")) {
            // for upstream it is part of the spec
            rollback(old)
                    .flatMap(AnnotatedNumber::value)
                    .ifPresentOrElse(
                            revision -> AnnotatedNumber.put(next, ROLLBACK, revision),
                            () -> Trees.withoutAnnotations(next, Set.of(ROLLBACK)));
            ObjectNode metadata = Trees.object(next, "metadata");
            JsonNode labels = old.path("metadata").path("labels");
            if (labels.isMissingNode()) {
                metadata.remove("labels");
            } else {
                metadata.set("labels", labels.deepCopy());
            }
        }
    }

    @Override
    public List<String> resetFields(String subresource) {
        return subresource.isEmpty() ? List.of("status") : List.of("spec", "metadata.labels");
    }

    @Override
    public boolean raisesGeneration(ObjectNode next, ObjectNode old) {
        return !SameValue.same(next.path("spec"), old.path("spec"))
                || !SameValue.same(
                        next.path("metadata").path("annotations"),
                        old.path("metadata").path("annotations"));
    }

    @Override
    public void validate(ObjectNode deployment, FieldErrors errors) {
        ObjectMetaValidation.object(deployment, NameFormat.DNS_SUBDOMAIN, errors);
        Field root = Field.root(deployment, errors);
        spec(root, PodOptions.fresh(comparisonOperators));
    }

    @Override
    public void validateUpdate(ObjectNode next, ObjectNode old, String subresource, FieldErrors errors) {
        ObjectMetaValidation.update(next, old, errors);
        Field root = Field.root(next, errors);
        if (subresource.equals("status")) {
            status(root.at("status"), old.path("status"));
            return;
        }
        spec(root, WorkloadValidation.options(comparisonOperators, old));
        WorkloadValidation.sameSelector(
                root.at("spec", "selector"), old.path("spec").path("selector"));
    }

    private static void spec(Field root, PodOptions options) {
        Field spec = root.at("spec");
        spec.at("replicas").mustNotBeNegative();
        WorkloadValidation.selectorAndTemplate(spec, "ReplicaSet", options);
        strategy(spec.at("strategy"));
        spec.at("minReadySeconds").mustNotBeNegative();
        if (spec.at("revisionHistoryLimit").isSet()) {
            spec.at("revisionHistoryLimit").mustNotBeNegative();
        }
        long revision = rollback(root.node()).flatMap(AnnotatedNumber::value).orElse(0L);
        if (revision < 0) {
            root.errors().invalid("spec.rollback.version", revision, "must be greater than or equal to 0");
        }
        Field deadline = spec.at("progressDeadlineSeconds");
        if (deadline.isSet()) {
            deadline.mustNotBeNegative();
            if (deadline.number() <= spec.at("minReadySeconds").number()) {
                deadline.invalidNumber("must be greater than minReadySeconds");
            }
        }
    }

    private static void strategy(Field strategy) {
        Field rolling = strategy.at("rollingUpdate");
        switch (strategy.at("type").text()) {
            case "Recreate" -> {
                if (rolling.isSet()) {
                    rolling.forbidden("may not be specified when strategy `type` is 'Recreate'");
                }
            }
            case "RollingUpdate" -> rolling(rolling);
            default -> WorkloadValidation.unknownStrategy(strategy, "\"Recreate\", \"RollingUpdate\"");
        }
    }

    private static void rolling(Field rolling) {
        Field unavailable = rolling.at("maxUnavailable");
        Field surge = rolling.at("maxSurge");
        WorkloadValidation.countOrPercent(unavailable);
        WorkloadValidation.countOrPercent(surge);
        if (WorkloadValidation.value(unavailable) == 0 && WorkloadValidation.value(surge) == 0) {
            unavailable.invalid("may not be 0 when `maxSurge` is 0");
        }
        WorkloadValidation.atMostAll(unavailable);
    }

    private static void status(Field status, JsonNode old) {
        WorkloadValidation.counts(
                status,
                List.of(
                        "observedGeneration",
                        "replicas",
                        "updatedReplicas",
                        "readyReplicas",
                        "availableReplicas",
                        "unavailableReplicas",
                        "terminatingReplicas",
                        "collisionCount"));
        WorkloadValidation.partsOfReplicas(status, List.of("updatedReplicas", "readyReplicas", "availableReplicas"));
        WorkloadValidation.collisions(status, old);
    }

    @Override
    public List<String> warnings(ObjectNode deployment, Optional<ObjectNode> old) {
        return WorkloadValidation.warnings(deployment, old);
    }
}
