package dev.tenure.kinds.volume;

import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.InternalTypes;
import dev.tenure.apiserver.registry.field.Path;
import dev.tenure.apiserver.registry.field.SameValue;
import dev.tenure.apiserver.registry.field.Trees;
import dev.tenure.apiserver.registry.field.UnifiedDiff;
import dev.tenure.apiserver.registry.meta.ObjectMetaValidation;
import dev.tenure.apiserver.registry.meta.PlainKind;
import dev.tenure.kinds.podspec.PodSpecDefaults;
import dev.tenure.kinds.podspec.VolumeDefaults;
import dev.tenure.kinds.podspec.warning.NodeLabels;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.NullNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Persistent volumes.
public final class PersistentVolumeStrategy implements PlainKind {
    private static final String SOURCE = "PersistentVolumeSource";
    private static final String MOUNT_OPTIONS = "volume.beta.kubernetes.io/mount-options";
    private static final String ATTRIBUTES = "volumeAttributesClassName";
    private static final String TRANSITION = "lastPhaseTransitionTime";

    /// The sources whose volumes may be given options of mounting by annotation.
    private static final Set<String> WITH_MOUNT_OPTIONS = Set.of(
            "gcePersistentDisk",
            "awsElasticBlockStore",
            "glusterfs",
            "nfs",
            "rbd",
            "quobyte",
            "iscsi",
            "cinder",
            "cephfs",
            "azureFile",
            "vsphereVolume",
            "azureDisk",
            "photonPersistentDisk");

    /// Sources that have gone out of use, with the names that warnings have for them, in the order of
    /// warnings.
    private static final List<Map.Entry<String, String>> OLD_SOURCES = List.of(
            Map.entry("cephfs", "cephfs: deprecated in v1.28, non-functional in v1.31+"),
            Map.entry("photonPersistentDisk", "photonPersistentDisk: deprecated in v1.11, non-functional in v1.16+"),
            Map.entry("scaleIO", "scaleIO: deprecated in v1.16, non-functional in v1.22+"),
            Map.entry("storageos", "storageOS: deprecated in v1.22, non-functional in v1.25+"),
            Map.entry("glusterfs", "glusterfs: deprecated in v1.25, non-functional in v1.26+"),
            Map.entry("rbd", "rbd: deprecated in v1.28, non-functional in v1.31+"));

    @Override
    public void setDefaults(ObjectNode volume) {
        ObjectNode spec = Trees.object(volume, "spec");
        Trees.fill(spec, "persistentVolumeReclaimPolicy", "Retain");
        if (!spec.hasNonNull("volumeMode")) {
            spec.put("volumeMode", "Filesystem");
        }
        VolumeDefaults.disk(spec);
        Trees.within(spec, "capacity", PodSpecDefaults::amounts);
        Trees.fill(Trees.object(volume, "status"), "phase", "Pending");
    }

    @Override
    public void prepareForCreate(ObjectNode volume) {
        String now = volume.path("metadata").path("creationTimestamp").asText();
        volume.putObject("status").put("phase", "Pending").put(TRANSITION, now);
    }

    /// Who writes the status need not say since when the volume is in its phase.
    @Override
    public void noteMoment(ObjectNode next, ObjectNode old, String subresource, String now) {
        if (!subresource.equals("status")) {
            return;
        }
        ObjectNode status = Trees.object(next, "status");
        JsonNode before = old.path("status");
        boolean samePhase = SameValue.same(status.path("phase"), before.path("phase"));
        if (samePhase && !status.has(TRANSITION) && before.has(TRANSITION)) {
            status.set(TRANSITION, before.path(TRANSITION));
        } else if (!samePhase
                && (!status.has(TRANSITION) || SameValue.same(status.path(TRANSITION), before.path(TRANSITION)))) {
            status.put(TRANSITION, now);
        }
    }

    @Override
    public void validate(ObjectNode volume, FieldErrors errors) {
        ObjectMetaValidation.object(volume, nameFormat(), errors);
        Field root = Field.root(volume, errors);
        PersistentVolumeValidation.spec(
                root.at("spec"), root.at("metadata", "name").text());
        Field option = root.at("metadata", "annotations", MOUNT_OPTIONS);
        boolean takesOptions = WITH_MOUNT_OPTIONS.stream().anyMatch(volume.path("spec")::hasNonNull);
        if (option.isSet() && !takesOptions) {
            option.forbidden("may not specify mount options for this volume type");
        }
    }

    @Override
    public void validateUpdate(ObjectNode next, ObjectNode old, String subresource, FieldErrors errors) {
        if (!subresource.isEmpty()) {
            ObjectMetaValidation.update(next, old, errors);
            return;
        }
        validate(next, errors);
        ObjectMetaValidation.object(next, nameFormat(), errors);
        Field spec = Field.root(next, errors).at("spec");
        PersistentVolumeValidation.spec(spec, next.path("metadata").path("name").asText(""));
        JsonNode before = old.path("spec");
        ObjectNode oldSource = source(before);
        ObjectNode newSource = source(spec.node());
        if (before.path("csi").isObject() && !before.path("csi").hasNonNull("controllerExpandSecretRef")) {
            Trees.within(newSource, "csi", csi -> csi.remove("controllerExpandSecretRef"));
        }
        if (!SameValue.same(oldSource, newSource)) {
            String difference = UnifiedDiff.of(
                    InternalTypes.of(SOURCE, oldSource), InternalTypes.of(SOURCE, spec.given(newSource)));
            spec.at("persistentvolumesource")
                    .forbidden("spec.persistentvolumesource is immutable after creation\n" + difference);
        }
        ObjectMetaValidation.immutable(spec.at("volumeMode").under(new Path("volumeMode")), before.path("volumeMode"));
        Field affinity = spec.at("nodeAffinity").under(new Path("nodeAffinity"));
        JsonNode places = renamed(affinity.node(), before.path("nodeAffinity"));
        if (before.hasNonNull("nodeAffinity") && !SameValue.same(affinity.node(), places)) {
            affinity.invalid(
                    affinity.isSet()
                            ? InternalTypes.of(
                                    "VolumeNodeAffinity",
                                    spec.at("nodeAffinity").given())
                            : NullNode.INSTANCE,
                    ObjectMetaValidation.IMMUTABLE + ", except for updating from beta label to GA");
        }
        if (before.hasNonNull(ATTRIBUTES) && !spec.at(ATTRIBUTES).isSet()) {
            spec.at(ATTRIBUTES).forbidden("update from non-nil value to nil is forbidden");
        }
    }

    /// The nodes of the old volume, with the labels of today where the new one has them in their places.
    private static JsonNode renamed(JsonNode next, JsonNode old) {
        JsonNode result = old.deepCopy();
        JsonNode terms = result.at("/required/nodeSelectorTerms");
        for (int i = 0; i < terms.size(); i++) {
            JsonNode expressions = terms.get(i).path("matchExpressions");
            for (int j = 0; j < expressions.size(); j++) {
                ObjectNode expression = (ObjectNode) expressions.get(j);
                String today = next.at("/required/nodeSelectorTerms/" + i + "/matchExpressions/" + j + "/key")
                        .asText("");
                if (today.equals(
                        NodeLabels.successor(expression.path("key").asText("")).orElse(""))) {
                    expression.put("key", today);
                }
            }
        }
        return result;
    }

    private static ObjectNode source(JsonNode spec) {
        ObjectNode source = (ObjectNode) spec.deepCopy();
        source.properties().removeIf(member -> !VolumeSourceValidation.isSource(member.getKey(), member.getValue()));
        return source;
    }

    @Override
    public List<String> warnings(ObjectNode next, Optional<ObjectNode> old) {
        if (old.isPresent() && !SameValue.same(next.path("status"), old.get().path("status"))) {
            return List.of();
        }
        List<String> warnings = new ArrayList<>();
        JsonNode annotations = next.path("metadata").path("annotations");
        if (annotations.has(PersistentVolumeClaimStrategy.BETA_CLASS)) {
            warnings.add("metadata.annotations[" + PersistentVolumeClaimStrategy.BETA_CLASS
                    + "]: deprecated since v1.8; use \"storageClassName\" attribute instead");
        }
        if (annotations.has(MOUNT_OPTIONS)) {
            warnings.add("metadata.annotations[" + MOUNT_OPTIONS
                    + "]: deprecated since v1.31; use \"mountOptions\" attribute instead");
        }
        JsonNode spec = next.path("spec");
        if (spec.path("persistentVolumeReclaimPolicy").asText("").equals("Recycle")) {
            warnings.add("spec.persistentVolumeReclaimPolicy: The Recycle reclaim policy is deprecated. Instead, the"
                    + " recommended approach is to use dynamic provisioning.");
        }
        JsonNode terms = spec.at("/nodeAffinity/required/nodeSelectorTerms");
        for (int i = 0; i < terms.size(); i++) {
            String place = "spec.nodeAffinity.required.nodeSelectorTerms[" + i + "]";
            warnings.addAll(NodeLabels.termWarnings(place, terms.get(i), false));
        }
        for (Map.Entry<String, String> source : OLD_SOURCES) {
            if (spec.hasNonNull(source.getKey())) {
                warnings.add("spec." + source.getValue());
            }
        }
        return warnings;
    }
}
