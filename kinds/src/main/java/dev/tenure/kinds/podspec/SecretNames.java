package dev.tenure.kinds.podspec;

import dev.tenure.wire.json.JsonNode;
import java.util.List;

/// Where a pod names other objects of its namespace. Pure.
public final class SecretNames {
    private static final List<String> IN_VOLUMES =
            List.of("azureFile", "cephfs", "cinder", "flexVolume", "rbd", "scaleIO", "iscsi", "storageos", "csi");

    private SecretNames() {}

    /// Whether the pod names a secret anywhere.
    public static boolean any(JsonNode spec) {
        if (!spec.path("imagePullSecrets").isEmpty() || anyInEnvironment(spec, "secretKeyRef", "secretRef")) {
            return true;
        }
        for (JsonNode volume : spec.path("volumes")) {
            if (inVolume(volume)) {
                return true;
            }
        }
        return false;
    }

    private static boolean inVolume(JsonNode volume) {
        if (volume.has("secret") || inProjection(volume, "secret")) {
            return true;
        }
        for (String source : IN_VOLUMES) {
            JsonNode there = volume.path(source);
            if (there.has("secretRef") || there.has("secretName") || there.has("nodePublishSecretRef")) {
                return true;
            }
        }
        return false;
    }

    /// Whether the pod names a config map anywhere.
    public static boolean anyConfigMap(JsonNode spec) {
        if (anyInEnvironment(spec, "configMapKeyRef", "configMapRef")) {
            return true;
        }
        for (JsonNode volume : spec.path("volumes")) {
            if (volume.has("configMap") || inProjection(volume, "configMap")) {
                return true;
            }
        }
        return false;
    }

    private static boolean inProjection(JsonNode volume, String what) {
        for (JsonNode source : volume.path("projected").path("sources")) {
            if (source.has(what)) {
                return true;
            }
        }
        return false;
    }

    private static boolean anyInEnvironment(JsonNode spec, String key, String whole) {
        return ContainerVisits.all(spec).stream().anyMatch(visit -> {
            for (JsonNode variable : visit.container().path("env")) {
                if (variable.path("valueFrom").has(key)) {
                    return true;
                }
            }
            for (JsonNode source : visit.container().path("envFrom")) {
                if (source.has(whole)) {
                    return true;
                }
            }
            return false;
        });
    }
}
