package dev.tenure.controllers.ephemeralvolume;

import dev.tenure.model.core.Pod;
import dev.tenure.model.core.Volume;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.rules.volume.PodVolumeRule;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;

/// Which claims a pod wants for itself, and what they look like. Pure. Upstream: handleVolume.
final class EphemeralClaims {
    private EphemeralClaims() {}

    /// The volumes that live with the pod; none once it is being deleted.
    static List<Volume> volumes(Pod pod) {
        return pod.meta().deleting()
                ? List.of()
                : pod.spec().volumes().stream()
                        .filter(volume -> volume.source() instanceof Volume.Source.Ephemeral)
                        .toList();
    }

    /// The claim of one of its volumes.
    static ObjectKey claim(Pod pod, Volume volume) {
        return ResourceTypes.PERSISTENT_VOLUME_CLAIMS.key(
                pod.meta().namespace(), PodVolumeRule.claim(pod, volume).orElseThrow());
    }

    /// The claim as the pod's volume describes it, owned by the pod.
    static ObjectNode made(StoredObject pod, Volume volume) {
        JsonNode template = Json.object();
        for (JsonNode each : Document.of(pod.content()).tree().path("spec").path("volumes")) {
            if (each.path("name").asText("").equals(volume.name())) {
                template = each.path("ephemeral").path("volumeClaimTemplate");
            }
        }
        ObjectNode claim = Json.object().put("apiVersion", "v1").put("kind", "PersistentVolumeClaim");
        ObjectNode metadata = claim.putObject("metadata")
                .put("name", claim(pod.view(Pod.class), volume).name());
        for (String words : List.of("labels", "annotations")) {
            JsonNode wanted = template.path("metadata").path(words);
            if (wanted.isObject()) {
                metadata.set(words, wanted);
            }
        }
        metadata.putArray("ownerReferences")
                .addObject()
                .put("apiVersion", "v1")
                .put("kind", "Pod")
                .put("name", pod.key().name())
                .put("uid", pod.uid())
                .put("controller", true)
                .put("blockOwnerDeletion", true);
        claim.set("spec", template.path("spec"));
        return claim.deepCopy();
    }
}
