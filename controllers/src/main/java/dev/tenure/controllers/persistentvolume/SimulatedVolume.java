package dev.tenure.controllers.persistentvolume;

import dev.tenure.model.core.NodeSelectorRequirement;
import dev.tenure.model.core.PersistentVolumeClaim;
import dev.tenure.model.core.WellKnownLabels;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.model.storage.StorageClass;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The volume that a simulated provisioner makes for a claim: as large as asked, within reach of the zone
/// of the node for which it was made, or of the topologies that its class allows.
final class SimulatedVolume {

    private SimulatedVolume() {}

    static String name(PersistentVolumeClaim claim) {
        return "pvc-" + claim.meta().uid();
    }

    /// @param labels those of the node for which the volume is made; absent when it is for no node in
    /// particular
    static ObjectNode of(StoredObject claim, StoredObject storageClass, Optional<Map<String, String>> labels) {
        PersistentVolumeClaim wanted = claim.view(PersistentVolumeClaim.class);
        StorageClass type = storageClass.view(StorageClass.class);
        ObjectNode volume = Json.object().put("apiVersion", "v1").put("kind", "PersistentVolume");
        volume.putObject("metadata")
                .put("name", name(wanted))
                .putObject("annotations")
                .put(VolumeSyncRule.PROVISIONED_BY, type.provisioner());
        ObjectNode spec = volume.putObject("spec");
        JsonNode asked = Json.readObject(claim.json()).path("spec");
        spec.putObject("capacity")
                .put("storage", asked.at("/resources/requests/storage").asText());
        spec.set("accessModes", asked.path("accessModes"));
        spec.put("volumeMode", wanted.volumeMode());
        spec.put("storageClassName", wanted.className());
        spec.put(
                "persistentVolumeReclaimPolicy",
                Json.readObject(storageClass.json()).path("reclaimPolicy").asText("Delete"));
        spec.set("claimRef", reference(claim));
        spec.putObject("csi")
                .put("driver", type.provisioner().replace('/', '.'))
                .put("volumeHandle", name(wanted));
        ArrayNode terms = Json.array();
        labels.ifPresentOrElse(node -> ofNode(terms, type, node), () -> ofClass(terms, type));
        if (!terms.isEmpty()) {
            spec.putObject("nodeAffinity").putObject("required").set("nodeSelectorTerms", terms);
        }
        return volume;
    }

    static ObjectNode reference(StoredObject claim) {
        return Json.object()
                .put("apiVersion", "v1")
                .put("kind", "PersistentVolumeClaim")
                .put("namespace", claim.key().namespace())
                .put("name", claim.key().name())
                .put("uid", claim.uid())
                .put("resourceVersion", Long.toString(claim.revision()));
    }

    private static void ofNode(ArrayNode terms, StorageClass type, Map<String, String> labels) {
        Set<String> keys = new LinkedHashSet<>();
        type.allowedTopologies().forEach(term -> term.forEach(one -> keys.add(one.key())));
        keys.add(WellKnownLabels.ZONE);
        keys.retainAll(labels.keySet());
        if (keys.isEmpty()) {
            return;
        }
        ArrayNode all = terms.addObject().putArray("matchExpressions");
        keys.forEach(key -> expression(all, key, List.of(labels.getOrDefault(key, ""))));
    }

    private static void ofClass(ArrayNode terms, StorageClass type) {
        for (List<NodeSelectorRequirement> term : type.allowedTopologies()) {
            ArrayNode all = terms.addObject().putArray("matchExpressions");
            term.forEach(one -> expression(all, one.key(), one.values()));
        }
    }

    private static void expression(ArrayNode all, String key, List<String> values) {
        ArrayNode list = all.addObject().put("key", key).put("operator", "In").putArray("values");
        values.forEach(list::add);
    }
}
