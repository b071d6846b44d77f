package dev.tenure.wire.view;

import dev.tenure.model.core.NodeSelectorRequirement;
import dev.tenure.model.core.PersistentVolume;
import dev.tenure.model.core.PersistentVolumeClaim;
import dev.tenure.model.meta.ObjectMeta;
import dev.tenure.model.storage.CsiNode;
import dev.tenure.model.storage.StorageClass;
import dev.tenure.wire.json.JsonNode;
import java.util.List;
import java.util.Optional;

/// Volumes, claims, storage classes, the storage drivers of nodes.
final class StorageViews {
    /// Where the class was named before it was a field; still goes before the field.
    private static final String CLASS_ANNOTATION = "volume.beta.kubernetes.io/storage-class";

    private StorageViews() {}

    static PersistentVolume volume(JsonNode object) {
        ObjectMeta meta = MetaViews.meta(object);
        JsonNode spec = object.path("spec");
        JsonNode csi = spec.path("csi");
        return new PersistentVolume(
                meta,
                ResourceViews.list(spec, "capacity"),
                Tree.texts(spec, "accessModes"),
                meta.annotations().getOrDefault(CLASS_ANNOTATION, Tree.text(spec, "storageClassName")),
                Tree.text(spec, "volumeMode", "Filesystem"),
                Tree.text(object.path("status"), "phase"),
                Tree.optional(spec, "claimRef", StorageViews::claimReference),
                Tree.optional(spec.path("nodeAffinity"), "required", AffinityViews::nodeTerms),
                Tree.text(csi, "driver"),
                Tree.text(csi, "volumeHandle"),
                Tree.text(spec, "volumeAttributesClassName"));
    }

    private static PersistentVolume.ClaimReference claimReference(JsonNode node) {
        return new PersistentVolume.ClaimReference(
                Tree.text(node, "namespace"), Tree.text(node, "name"), Tree.text(node, "uid"));
    }

    static PersistentVolumeClaim claim(JsonNode object) {
        ObjectMeta meta = MetaViews.meta(object);
        JsonNode spec = object.path("spec");
        Optional<String> named = Optional.ofNullable(meta.annotations().get(CLASS_ANNOTATION));
        return new PersistentVolumeClaim(
                meta,
                ResourceViews.list(spec.path("resources"), "requests"),
                Tree.texts(spec, "accessModes"),
                named.or(() -> Tree.optional(spec, "storageClassName", JsonNode::asText)),
                Tree.text(spec, "volumeMode", "Filesystem"),
                Tree.text(spec, "volumeName"),
                MetaViews.optionalSelector(spec, "selector"),
                Tree.text(object.path("status"), "phase", "Pending"),
                Tree.text(spec, "volumeAttributesClassName"),
                progress(object.path("status")));
    }

    private static PersistentVolumeClaim.Progress progress(JsonNode status) {
        return new PersistentVolumeClaim.Progress(
                Tree.text(status, "currentVolumeAttributesClassName"),
                Tree.text(status.path("modifyVolumeStatus"), "targetVolumeAttributesClassName"),
                ResourceViews.list(status, "allocatedResources"));
    }

    static StorageClass storageClass(JsonNode object) {
        return new StorageClass(
                MetaViews.meta(object),
                Tree.text(object, "provisioner"),
                Tree.text(object, "volumeBindingMode").equals("WaitForFirstConsumer"),
                Tree.list(
                        object,
                        "allowedTopologies",
                        term -> Tree.list(term, "matchLabelExpressions", StorageViews::topology)));
    }

    private static NodeSelectorRequirement topology(JsonNode node) {
        return new NodeSelectorRequirement(
                Tree.text(node, "key"), NodeSelectorRequirement.Operator.IN, Tree.texts(node, "values"));
    }

    static CsiNode csiNode(JsonNode object) {
        List<CsiNode.Driver> drivers = Tree.list(
                object.path("spec"),
                "drivers",
                driver -> new CsiNode.Driver(
                        Tree.text(driver, "name"), Tree.optionalInteger(driver.path("allocatable"), "count")));
        return new CsiNode(MetaViews.meta(object), drivers);
    }
}
