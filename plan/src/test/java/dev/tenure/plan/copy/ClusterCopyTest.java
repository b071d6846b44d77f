package dev.tenure.plan.copy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.model.meta.StoredObject;
import dev.tenure.plan.source.DumpException;
import dev.tenure.plan.source.DumpFiles;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClusterCopyTest {
    private static final Instant NOW = Instant.parse("2026-03-02T01:00:00Z");

    private static final String DUMP = """
        apiVersion: v1
        kind: Node
        metadata: {name: n1, uid: u1, creationTimestamp: "2026-03-01T00:00:00Z"}
        spec: {taints: [{key: k, effect: NoExecute, timeAdded: "2026-03-02T00:00:00Z"}]}
        ---
        apiVersion: v1
        kind: Pod
        metadata:
          name: web
          namespace: shop
          uid: u2
          creationTimestamp: "2026-03-01T12:00:00Z"
          ownerReferences: [{apiVersion: argoproj.io/v1alpha1, kind: Rollout, name: web, uid: u9}]
        spec:
          nodeName: n1
          containers: [{name: main, image: web, args: ["--since=2026-02-01T00:00:00Z"]}]
        status: {phase: Running, startTime: "2026-03-01T12:00:01Z"}
        ---
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: web, namespace: shop, uid: u3, creationTimestamp: "2026-03-01T12:00:00Z"}
        spec:
          selector: {matchLabels: {app: web}}
          template:
            metadata: {labels: {app: web}, annotations: {kubectl.kubernetes.io/restartedAt: "2026-02-01T00:00:00Z"}}
            spec: {containers: [{name: main, image: web}]}
        ---
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: tenure-node-n1, namespace: kube-system, uid: u4, creationTimestamp: "2026-03-01T12:00:00Z"}
        data: {starts: '[{"taint":"k:NoExecute","at":"2026-03-02T00:00:00.25Z"}]'}
        ---
        apiVersion: v1
        kind: Service
        metadata: {name: kubernetes, namespace: default, uid: u5, creationTimestamp: "2026-03-01T00:00:00Z"}
        spec: {clusterIP: 10.96.0.1, ports: [{port: 443}]}
        ---
        apiVersion: batch/v1
        kind: CronJob
        metadata: {name: nightly, namespace: shop, uid: u6, creationTimestamp: "2026-03-01T00:00:00Z"}
        spec:
          schedule: "@daily"
          jobTemplate: {spec: {template: {spec: {restartPolicy: Never, containers: [{name: main, image: web}]}}}}
        ---
        apiVersion: coordination.k8s.io/v1
        kind: Lease
        metadata: {name: kube-scheduler, namespace: kube-system, uid: u7, creationTimestamp: "2026-03-01T00:00:00Z"}
        ---
        apiVersion: v1
        kind: Pod
        metadata: {name: fresh, namespace: shop}
        spec: {containers: [{name: main, image: web}]}
        """;

    private static ClusterCopy copy(String dump) {
        return ClusterCopy.of(
                DumpFiles.read(List.of("-"), new ByteArrayInputStream(dump.getBytes(StandardCharsets.UTF_8))), NOW);
    }

    private static String json(ClusterCopy copy, String resource) {
        return copy.objects().stream()
                .filter(object -> object.key().resource().equals(resource))
                .map(object -> new String(object.json(), StandardCharsets.UTF_8))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void uidsAndStatusesAreKeptAndEveryNodeIsSimulated() {
        ClusterCopy copy = copy(DUMP);

        assertThat(copy.objects()).extracting(StoredObject::uid).contains("u1", "u2", "u3", "u4", "u6");
        assertThat(json(copy, "pods")).contains("\"phase\":\"Running\"");
        assertThat(json(copy, "nodes")).contains("\"tenure.dev/node\":\"simulated\"");
    }

    @Test
    void timesAreMovedByWhatHasPassedAndThoseOfUsersStay() {
        ClusterCopy copy = copy(DUMP);

        // the dump's latest moment is 2026-03-02T00:00:00Z, an hour ago
        assertThat(json(copy, "nodes")).contains("2026-03-01T01:00:00Z").contains("2026-03-02T01:00:00Z");
        assertThat(json(copy, "pods"))
                .contains("\"startTime\":\"2026-03-01T13:00:01Z\"")
                .contains("--since=2026-02-01T00:00:00Z");
        assertThat(json(copy, "deployments"))
                .contains("\"creationTimestamp\":\"2026-03-01T13:00:00Z\"")
                .contains("\"kubectl.kubernetes.io/restartedAt\":\"2026-02-01T00:00:00Z\"");
        assertThat(json(copy, "configmaps")).contains("2026-03-02T01:00:00.25Z");
    }

    @Test
    void anOwnerThatTheDumpDoesNotHaveIsNotMissed() {
        assertThat(json(copy(DUMP), "pods")).doesNotContain("Rollout");
    }

    @Test
    void whatIsLeftOutIsReported() {
        ClusterCopy copy = copy(DUMP);

        assertThat(copy.objects()).extracting(StoredObject::uid).doesNotContain("u5", "u7");
        assertThat(copy.objects()).noneMatch(object -> object.key().name().equals("fresh"));
        assertThat(copy.notes())
                .anyMatch(note ->
                        note.startsWith("objects without a uid, which never were in a cluster, are left out: 1"))
                .anyMatch(note -> note.startsWith("left out") && note.endsWith("leases (1)"));
    }

    @Test
    void aDumpWithoutNodesIsRefusedWithARemedy() {
        String none = DUMP.substring(DUMP.indexOf("---"));

        assertThatThrownBy(() -> copy(none))
                .isInstanceOf(DumpException.class)
                .hasMessageContaining("has no nodes")
                .hasMessageContaining("kubectl get nodes");
    }
}
