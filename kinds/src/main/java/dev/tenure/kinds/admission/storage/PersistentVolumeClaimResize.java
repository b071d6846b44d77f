package dev.tenure.kinds.admission.storage;

import dev.tenure.apiserver.admission.AdmissionPlugin;
import dev.tenure.apiserver.admission.AdmissionRequest;
import dev.tenure.apiserver.admission.AdmissionRequest.Operation;
import dev.tenure.apiserver.admission.ClusterAccess;
import dev.tenure.kinds.podspec.QuantityValidation;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.quantity.Quantity;
import dev.tenure.wire.json.JsonNode;

/// Lets only those claims grow that are bound and whose storage class permits it.
public final class PersistentVolumeClaimResize implements AdmissionPlugin {
    @Override
    public String name() {
        return "PersistentVolumeClaimResize";
    }

    @Override
    public void validate(AdmissionRequest request, ClusterAccess cluster) {
        if (request.operation() != Operation.UPDATE || !request.writes(ResourceTypes.PERSISTENT_VOLUME_CLAIMS)) {
            return;
        }
        JsonNode old = request.old().orElseThrow();
        if (size(request.object()).compareTo(size(old)) <= 0) {
            return;
        }
        if (!old.path("status").path("phase").asText("").equals("Bound")) {
            throw request.forbidden("Only bound persistent volume claims can be expanded");
        }
        String className = className(request.object());
        boolean permitted = !className.isEmpty()
                && className.equals(className(old))
                && cluster.get(ResourceTypes.STORAGE_CLASSES, "", className)
                        .map(cluster::tree)
                        .map(tree -> tree.path("allowVolumeExpansion").asBoolean())
                        .orElse(false);
        if (!permitted) {
            throw request.forbidden("only dynamically provisioned pvc can be resized and the storageclass that"
                    + " provisions the pvc must support resize");
        }
    }

    private static Quantity size(JsonNode claim) {
        JsonNode size = claim.path("spec").path("resources").path("requests").path("storage");
        return size.isMissingNode() ? Quantity.ZERO : QuantityValidation.amount(size);
    }

    private static String className(JsonNode claim) {
        String annotated = claim.path("metadata")
                .path("annotations")
                .path("volume.beta.kubernetes.io/storage-class")
                .asText("");
        return annotated.isEmpty() ? claim.path("spec").path("storageClassName").asText("") : annotated;
    }
}
