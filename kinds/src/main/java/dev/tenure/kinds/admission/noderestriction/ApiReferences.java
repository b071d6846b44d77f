package dev.tenure.kinds.admission.noderestriction;

import dev.tenure.kinds.podspec.SecretNames;
import dev.tenure.wire.json.JsonNode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// What a pod needs the API for: a mirror pod, which its agent runs without it, may refer to nothing there.
/// Pure. Upstream: pkg/api/pod/util.go (HasAPIObjectReference).
final class ApiReferences {
    private static final Map<String, String> VOLUMES = new LinkedHashMap<>();
    private static final Map<String, String> PROJECTIONS = new LinkedHashMap<>();

    static {
        VOLUMES.put("csi", "csidrivers (via CSI volumes)");
        VOLUMES.put("glusterfs", "endpoints (via glusterFS volumes)");
        VOLUMES.put("persistentVolumeClaim", "persistentvolumeclaims");
        VOLUMES.put("ephemeral", "persistentvolumeclaims (via ephemeral volumes)");
        PROJECTIONS.put("serviceAccountToken", "serviceaccounts (via projected volumes)");
        PROJECTIONS.put("clusterTrustBundle", "clustertrustbundles");
        PROJECTIONS.put("podCertificate", "podcertificates");
    }

    private ApiReferences() {}

    /// The first kind of object that a pod refers to, in words.
    static Optional<String> first(JsonNode spec) {
        if (!spec.path("serviceAccountName").asText("").isEmpty()) {
            return Optional.of("serviceaccounts");
        }
        if (SecretNames.any(spec)) {
            return Optional.of("secrets");
        }
        if (SecretNames.anyConfigMap(spec)) {
            return Optional.of("configmaps");
        }
        if (!spec.path("resourceClaims").isEmpty()) {
            return Optional.of("resourceclaims");
        }
        for (JsonNode volume : spec.path("volumes")) {
            Optional<String> found = named(volume, VOLUMES);
            for (JsonNode source : volume.path("projected").path("sources")) {
                found = found.isPresent() ? found : named(source, PROJECTIONS);
            }
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    private static Optional<String> named(JsonNode source, Map<String, String> words) {
        return words.entrySet().stream()
                .filter(entry -> source.has(entry.getKey()))
                .map(Map.Entry::getValue)
                .findFirst();
    }
}
