package dev.tenure.kinds.volume;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/// Defaults of persistent volumes. Upstream: core/v1/zz_generated.defaults.go
/// (SetObjectDefaults_PersistentVolume).
class PersistentVolumeStrategyTest {
    private static ObjectNode source(String json) {
        String volume = "{\"metadata\":{\"name\":\"v\"},\"spec\":{" + json + "}}";
        ObjectNode tree = Json.readObject(volume.getBytes(StandardCharsets.UTF_8));
        new PersistentVolumeStrategy().setDefaults(tree);
        return tree.withObject("/spec");
    }

    @Test
    void whatTheSourceLeavesOutIsFilledIn() {
        assertThat(source("\"hostPath\":{\"path\":\"/x\"}").path("hostPath"))
                .hasToString("{\"path\":\"/x\",\"type\":\"\"}");
        assertThat(source("\"iscsi\":{}").at("/iscsi/iscsiInterface").asText()).isEqualTo("default");
        assertThat(source("\"azureDisk\":{}").at("/azureDisk/fsType").asText()).isEqualTo("ext4");
    }

    @Test
    void whatIsWrittenStays() {
        assertThat(source("\"hostPath\":{\"path\":\"/x\",\"type\":\"Directory\"}")
                        .at("/hostPath/type")
                        .asText())
                .isEqualTo("Directory");
    }
}
