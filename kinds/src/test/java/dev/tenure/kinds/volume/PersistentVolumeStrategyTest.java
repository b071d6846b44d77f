package dev.tenure.kinds.volume;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.registry.FieldError;
import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    /// What a kube-apiserver 1.36 says of these paths.
    @ParameterizedTest
    @CsvSource({
        "/, true",
        "//, true",
        "/./., true",
        "//././/., true",
        "/.., true",
        "/a/.., true",
        "/a/./../., true",
        "., false",
        "/.a, false",
        "/../a, false",
        "/a/b/.., false",
        "a/.., false"
    })
    void theRootOfANodeIsNotRecycledHoweverItIsWritten(String path, boolean refused) {
        assertThat(faults(path).stream().anyMatch(fault -> fault.contains("mount of '/'")))
                .isEqualTo(refused);
    }

    @Test
    @Timeout(30)
    void aLongPathTakesNoLongTime() {
        assertThat(faults("/".repeat(200_000) + "x")).noneMatch(fault -> fault.contains("mount of '/'"));
        assertThat(faults("/.".repeat(200_000))).anyMatch(fault -> fault.contains("mount of '/'"));
    }

    private static List<String> faults(String path) {
        var errors = new FieldErrors();
        new PersistentVolumeStrategy()
                .validate(Json.readObject("""
                                {"metadata":{"name":"v"},"spec":{"capacity":{"storage":"1Gi"},
                                "accessModes":["ReadWriteOnce"],"persistentVolumeReclaimPolicy":"Recycle",
                                "hostPath":{"path":"%s"}}}""".formatted(path).getBytes(StandardCharsets.UTF_8)), errors);
        return errors.list().stream().map(FieldError::detail).toList();
    }
}
