package dev.tenure.controllers.legacytokencleaner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.wire.json.Json;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/// Each place where a pod can name a Secret.
final class PodSecretsTest {
    @Test
    void everyPlaceCounts() {
        String pod = """
            {'spec': {'imagePullSecrets': [{'name': 'pull'}, {}],
             'initContainers': [{'envFrom': [{'secretRef': {'name': 'from'}}, {'configMapRef': {'name': 'no'}}]}],
             'containers': [{'env': [{'name': 'E', 'valueFrom': {'secretKeyRef': {'name': 'key'}}}, {'name': 'F'}]}],
             'ephemeralContainers': [{'envFrom': [{'secretRef': {'name': 'later'}}]}],
             'volumes': [{'secret': {'secretName': 'volume'}}, {'azureFile': {'secretName': 'azure'}},
              {'csi': {'nodePublishSecretRef': {'name': 'csi'}}}, {'cephfs': {'secretRef': {'name': 'ceph'}}},
              {'cinder': {'secretRef': {'name': 'cinder'}}}, {'flexVolume': {'secretRef': {'name': 'flex'}}},
              {'rbd': {'secretRef': {'name': 'rbd'}}}, {'scaleIO': {'secretRef': {'name': 'scale'}}},
              {'iscsi': {'secretRef': {'name': 'iscsi'}}}, {'storageos': {'secretRef': {'name': 'os'}}},
              {'projected': {'sources': [{'secret': {'name': 'projected'}}, {'configMap': {'name': 'no'}}]}},
              {'name': 'no', 'emptyDir': {}}]}}
            """.replace('\'', '"');
        assertThat(PodSecrets.names(Json.read(pod.getBytes(StandardCharsets.UTF_8))))
                .containsExactlyInAnyOrder(
                        "pull",
                        "from",
                        "key",
                        "later",
                        "volume",
                        "azure",
                        "csi",
                        "ceph",
                        "cinder",
                        "flex",
                        "rbd",
                        "scale",
                        "iscsi",
                        "os",
                        "projected");
    }
}
