package dev.tenure.kinds.admission.podresize;

import dev.tenure.apiserver.admission.AdmissionRequest;
import dev.tenure.apiserver.admission.AdmissionRequest.Operation;
import dev.tenure.apiserver.admission.ClusterAccess;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.JsonNode;

/// What both plugins ask of a request.
final class Resized {
    private Resized() {}

    /// Whether it changes what a pod that has a node asks for.
    static boolean by(AdmissionRequest request) {
        return request.operation() == Operation.UPDATE
                && request.about(ResourceTypes.PODS)
                && request.subresource().equals("resize")
                && !nodeName(request).isEmpty()
                && generation(request.object()) != generation(request.old().orElseThrow());
    }

    private static long generation(JsonNode pod) {
        return pod.path("metadata").path("generation").asLong(0);
    }

    private static String nodeName(AdmissionRequest request) {
        return request.object().path("spec").path("nodeName").asText("");
    }

    /// The node of the pod.
    static StoredObject node(AdmissionRequest request, ClusterAccess cluster) {
        String name = nodeName(request);
        return cluster.get(ResourceTypes.NODES, "", name)
                .orElseThrow(() -> request.forbidden("node \"%s\" not found".formatted(name)));
    }
}
