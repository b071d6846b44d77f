package dev.tenure.console.change;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.model.meta.StoredObject.Header;
import dev.tenure.wire.view.Views;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// As `kubectl drain --ignore-daemonsets --force --delete-emptydir-data` does, which the console shows.
class DrainRuleTest {
    private static final String DELETED = "\"deletionTimestamp\": \"2026-01-01T00:00:00Z\"";
    private static final String MIRRORED = "\"annotations\": {\"kubernetes.io/config.mirror\": \"x\"}";

    private static Pod pod(String owner, String phase, String more) {
        byte[] json =
                """
            {"metadata": {"name": "p", "namespace": "default", "ownerReferences": [{"apiVersion": "apps/v1", "kind": "%s",
             "name": "o", "uid": "o", "controller": true}]%s}, "spec": {"nodeName": "n", "containers": []},
             "status": {"phase": "%s"}}""".formatted(owner, more.isEmpty() ? "" : ", " + more, phase).getBytes(StandardCharsets.UTF_8);
        var key = ResourceTypes.PODS.key("default", "p");
        var header = new Header(key, "u", Map.of(), List.of(), Map.of(), more.equals(DELETED));
        return new StoredObject(header, json, 1, Views.reader(ResourceTypes.PODS)).view(Pod.class);
    }

    @ParameterizedTest
    @CsvSource({
        "ReplicaSet, Running, '', true",
        "DaemonSet, Running, '', false",
        "DaemonSet, Failed, '', true",
        "ReplicaSet, Running, mirrored, false",
        "ReplicaSet, Running, deleted, false",
    })
    void leavesWhatKubectlEvictsAndIsNotLeavingYet(String owner, String phase, String mark, boolean leaves) {
        String more = Map.of("mirrored", MIRRORED, "deleted", DELETED).getOrDefault(mark, "");
        assertThat(DrainRule.leaves(pod(owner, phase, more))).isEqualTo(leaves);
    }
}
