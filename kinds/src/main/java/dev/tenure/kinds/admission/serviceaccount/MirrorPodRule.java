package dev.tenure.kinds.admission.serviceaccount;

import dev.tenure.apiserver.registry.field.Trees;
import dev.tenure.kinds.podspec.SecretNames;
import dev.tenure.wire.json.JsonNode;
import java.util.Optional;

/// What a pod that only mirrors one of a node's own may not name: the API server never hands it anything.
final class MirrorPodRule {
    private MirrorPodRule() {}

    static Optional<String> complaint(JsonNode pod) {
        JsonNode spec = pod.path("spec");
        if (!Trees.blank(spec, "serviceAccountName")) {
            return Optional.of("a mirror pod may not reference service accounts");
        }
        if (SecretNames.any(spec)) {
            return Optional.of("a mirror pod may not reference secrets");
        }
        for (JsonNode volume : spec.path("volumes")) {
            for (JsonNode source : volume.path("projected").path("sources")) {
                if (source.has("serviceAccountToken")) {
                    return Optional.of("a mirror pod may not use ServiceAccountToken volume projections");
                }
            }
        }
        return Optional.empty();
    }
}
