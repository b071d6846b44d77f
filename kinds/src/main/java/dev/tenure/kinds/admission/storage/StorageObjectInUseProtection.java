package dev.tenure.kinds.admission.storage;

import dev.tenure.apiserver.admission.AdmissionPlugin;
import dev.tenure.apiserver.admission.AdmissionRequest;
import dev.tenure.apiserver.admission.AdmissionRequest.Operation;
import dev.tenure.apiserver.admission.ClusterAccess;
import dev.tenure.apiserver.registry.field.Trees;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.JsonNode;
import java.util.Map;

/// Marks volumes and claims so that they go only when nobody uses them any more.
public final class StorageObjectInUseProtection implements AdmissionPlugin {
    private static final Map<String, String> FINALIZERS = Map.of(
            "persistentvolumes", "kubernetes.io/pv-protection",
            "persistentvolumeclaims", "kubernetes.io/pvc-protection",
            "volumeattributesclasses", "kubernetes.io/vac-protection");

    @Override
    public String name() {
        return "StorageObjectInUseProtection";
    }

    @Override
    public void mutate(AdmissionRequest request, ClusterAccess cluster) {
        String finalizer = FINALIZERS.get(request.type().resource());
        boolean concerned = request.operation() == Operation.CREATE
                && request.subresource().isEmpty()
                && (request.type().group().isEmpty() || request.type().group().equals("storage.k8s.io"));
        if (finalizer == null || !concerned) {
            return;
        }
        ArrayNode finalizers = Trees.list(Trees.object(request.object(), "metadata"), "finalizers");
        for (JsonNode there : finalizers) {
            if (there.asText().equals(finalizer)) {
                return;
            }
        }
        finalizers.add(finalizer);
    }
}
