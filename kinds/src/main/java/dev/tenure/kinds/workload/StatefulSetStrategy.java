package dev.tenure.kinds.workload;

import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.NameFormat;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.Path;
import dev.tenure.apiserver.registry.field.SameValue;
import dev.tenure.apiserver.registry.field.Trees;
import dev.tenure.apiserver.registry.meta.ObjectMetaValidation;
import dev.tenure.apiserver.registry.meta.PlainKind;
import dev.tenure.kinds.podspec.DisabledFields;
import dev.tenure.kinds.podspec.PodOptions;
import dev.tenure.kinds.podspec.PodSpecDefaults;
import dev.tenure.kinds.podspec.VolumeDefaults;
import dev.tenure.kinds.podspec.warning.PodWarnings;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Stateful sets.
public final class StatefulSetStrategy implements PlainKind {
    private static final String CHANGEABLE = "updates to statefulset spec for fields other than 'replicas', 'ordinals',"
            + " 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and"
            + " 'minReadySeconds' are forbidden";
    private static final List<String> CHANGEABLE_FIELDS = List.of(
            "replicas",
            "template",
            "updateStrategy",
            "minReadySeconds",
            "ordinals",
            "revisionHistoryLimit",
            "persistentVolumeClaimRetentionPolicy");
    private static final List<String> PARTS =
            List.of("readyReplicas", "currentReplicas", "updatedReplicas", "availableReplicas");

    private final boolean comparisonOperators;

    /// @param comparisonOperators whether tolerations may use Lt and Gt
    public StatefulSetStrategy(boolean comparisonOperators) {
        this.comparisonOperators = comparisonOperators;
    }

    @Override
    public void setDefaults(ObjectNode set) {
        ObjectNode spec = Trees.object(set, "spec");
        Trees.fill(spec, "podManagementPolicy", "OrderedReady");
        ObjectNode strategy = Trees.object(spec, "updateStrategy");
        if (Trees.blank(strategy, "type")) {
            strategy.put("type", "RollingUpdate");
            Trees.object(strategy, "rollingUpdate");
        }
        if (strategy.path("type").asText().equals("RollingUpdate")) {
            Trees.within(strategy, "rollingUpdate", rolling -> Trees.fill(rolling, "partition", 0));
        }
        ObjectNode retention = Trees.object(spec, "persistentVolumeClaimRetentionPolicy");
        Trees.fill(retention, "whenDeleted", "Retain");
        Trees.fill(retention, "whenScaled", "Retain");
        Trees.fill(spec, "replicas", 1);
        Trees.fill(spec, "revisionHistoryLimit", 10);
        Trees.object(Trees.object(spec, "template"), "spec");
        PodSpecDefaults.template(spec.path("template"));
        for (ObjectNode claim : Trees.objects(spec.path("volumeClaimTemplates"))) {
            Trees.fill(claim, "kind", "PersistentVolumeClaim");
            Trees.fill(claim, "apiVersion", "v1");
            VolumeDefaults.claim(Trees.object(claim, "spec"));
            ObjectNode status = Trees.object(claim, "status");
            Trees.fill(status, "phase", "Pending");
            Trees.within(status, "capacity", PodSpecDefaults::amounts);
            Trees.within(status, "allocatedResources", PodSpecDefaults::amounts);
        }
    }

    @Override
    public void setStatusDefaults(ObjectNode set) {}

    @Override
    public void prepareForCreate(ObjectNode set) {
        ObjectNode status = set.putObject("status");
        status.put("replicas", 0);
        status.put("availableReplicas", 0);
        DisabledFields.dropInTemplate(set);
        dropDisabled(set, false);
    }

    private static void dropDisabled(ObjectNode set, boolean inUse) {
        if (!inUse && rolling(set) instanceof ObjectNode rolling) {
            rolling.remove("maxUnavailable");
        }
    }

    private static JsonNode rolling(ObjectNode set) {
        return set.path("spec").path("updateStrategy").path("rollingUpdate");
    }

    @Override
    public void prepareForUpdate(ObjectNode next, ObjectNode old, String subresource) {
        PlainKind.super.prepareForUpdate(next, old, subresource);
        DisabledFields.dropInTemplate(next, old);
        dropDisabled(next, rolling(old).has("maxUnavailable"));
    }

    @Override
    public void validate(ObjectNode set, FieldErrors errors) {
        ObjectMetaValidation.object(set, NameFormat.DNS_LABEL, errors);
        Field spec = Field.root(set, errors).at("spec");
        new StatefulSetValidation(PodOptions.fresh(comparisonOperators), true, true).check(spec);
    }

    @Override
    public void validateUpdate(ObjectNode next, ObjectNode old, String subresource, FieldErrors errors) {
        Field root = Field.root(next, errors);
        if (subresource.equals("status")) {
            status(root.at("status"));
            ObjectMetaValidation.update(next, old, errors);
            WorkloadValidation.collisions(root.at("status"), old.path("status"));
            return;
        }
        ObjectMetaValidation.update(next, old, errors);
        PodOptions options = WorkloadValidation.options(comparisonOperators, old);
        FieldErrors before = new FieldErrors();
        new StatefulSetValidation(options, false, true).check(Field.of(Path.ROOT, old.path("spec"), before));
        new StatefulSetValidation(options, false, before.isEmpty()).check(root.at("spec"));
        ObjectNode kept = ((ObjectNode) root.at("spec").node()).deepCopy();
        for (String name : CHANGEABLE_FIELDS) {
            JsonNode value = old.path("spec").path(name);
            if (value.isMissingNode()) {
                kept.remove(name);
            } else {
                kept.set(name, value);
            }
        }
        if (!SameValue.same(kept, old.path("spec"))) {
            root.at("spec").forbidden(CHANGEABLE);
        }
    }

    private static void status(Field status) {
        WorkloadValidation.counts(status, List.of("replicas"));
        WorkloadValidation.counts(status, PARTS);
        WorkloadValidation.counts(status, List.of("observedGeneration", "collisionCount"));
        for (String part : PARTS) {
            if (status.at(part).number() > status.at("replicas").number()) {
                status.at(part).invalidNumber("cannot be greater than status.replicas");
            }
        }
        Field available = status.at("availableReplicas");
        if (available.number() > status.at("readyReplicas").number()) {
            available.invalidNumber("cannot be greater than status.readyReplicas");
        }
    }

    @Override
    public List<String> warnings(ObjectNode set, Optional<ObjectNode> old) {
        List<String> warnings = new ArrayList<>();
        JsonNode spec = set.path("spec");
        boolean same = old.isPresent()
                && set.path("metadata").path("generation").asLong()
                        == old.get().path("metadata").path("generation").asLong();
        if (!same) {
            warnings.addAll(PodWarnings.ofTemplate(Path.ROOT.child("spec", "template"), spec.path("template")));
        }
        JsonNode claims = spec.path("volumeClaimTemplates");
        for (int i = 0; claims instanceof ArrayNode && i < claims.size(); i++) {
            Path place = Path.ROOT.child("spec", "volumeClaimTemplates").index(i);
            Path path = old.isPresent() ? place.child("Spec") : place;
            warnings.addAll(PodWarnings.ofClaim(path, claims.get(i).path("spec")));
        }
        if (spec.path("revisionHistoryLimit").asLong() < 0) {
            warnings.add("spec.revisionHistoryLimit: a negative value retains all historical revisions; a value >= 0 is"
                    + " recommended");
        }
        return warnings;
    }
}
