package dev.tenure.controllers.workload;

import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;

/// Makes a pod out of the template of a workload. Upstream: GetPodFromTemplate.
public final class PodTemplateShape {
    private static final int NAME_BASE_LENGTH_MAX = 253;

    private PodTemplateShape() {}

    /// A pod with the template's labels, annotations, finalizers and spec, a name to be generated, and the
    /// workload as its controller.
    public static ObjectNode pod(ResourceType type, StoredObject workload, JsonNode template) {
        ObjectNode pod = Json.object().put("apiVersion", "v1").put("kind", "Pod");
        ObjectNode meta = pod.putObject("metadata")
                .put("generateName", generateName(workload.key().name()))
                .put("namespace", workload.key().namespace());
        JsonNode templateMeta = template.path("metadata");
        for (String field : new String[] {"labels", "annotations", "finalizers"}) {
            if (templateMeta.has(field)) {
                meta.set(field, templateMeta.path(field).deepCopy());
            }
        }
        meta.putArray("ownerReferences").add(controllerReference(type, workload));
        pod.set("spec", template.path("spec").deepCopy());
        return pod;
    }

    /// The reference to a workload as the controller of what it makes.
    public static ObjectNode controllerReference(ResourceType type, StoredObject workload) {
        return Json.object()
                .put("apiVersion", type.apiVersion())
                .put("kind", type.kind())
                .put("name", workload.key().name())
                .put("uid", workload.uid())
                .put("controller", true)
                .put("blockOwnerDeletion", true);
    }

    private static String generateName(String workload) {
        String base = workload + "-";
        return base.length() > NAME_BASE_LENGTH_MAX ? workload : base;
    }
}
