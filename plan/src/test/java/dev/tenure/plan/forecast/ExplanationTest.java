package dev.tenure.plan.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.plan.source.ClusterDump;
import dev.tenure.plan.source.DumpFiles;
import dev.tenure.wire.json.JsonNode;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;

/// What the scheduler of a copy says of a pod.
class ExplanationTest {
    private static final String SMALL = """
        apiVersion: v1
        kind: Node
        metadata: {name: small, labels: {kubernetes.io/hostname: small}}
        status: {capacity: {cpu: '1', memory: 4Gi, pods: '10'}, allocatable: {cpu: '1', memory: 4Gi, pods: '10'}}
        """;
    private static final String BIG = """
        apiVersion: v1
        kind: Pod
        metadata: {name: big, namespace: default}
        spec: {containers: [{name: c, image: i, resources: {requests: {cpu: '2'}}}]}
        """;
    private static final String FITS = """
        apiVersion: v1
        kind: Pod
        metadata: {name: fits, namespace: default}
        spec: {containers: [{name: c, image: i, resources: {requests: {cpu: 500m}}}]}
        """;

    private static Optional<JsonNode> explanation(ClusterDump dump, String pod) {
        return Forecasts.explanation(dump, ResourceTypes.PODS.key("default", pod), ForecastOptions.STANDARD, () -> {});
    }

    private static void saysWhatIsMissingAndWhatHelps(ClusterDump dump) {
        JsonNode big = explanation(dump, "big").orElseThrow();
        assertThat(big.at("/decision/message").asText()).startsWith("0/1 nodes are available: 1 Insufficient cpu.");
        assertThat(big.at("/remedies/0/changes/0").asText())
                .isEqualTo("lower the request of pod default/big for cpu from 2 to 500m");
        assertThat(explanation(dump, "fits")).isPresent();
        assertThat(explanation(dump, "nobody")).isEmpty();
    }

    @Test
    void aClusterThatIsNotAskedItself() {
        saysWhatIsMissingAndWhatHelps(new StagedCluster(Semantics.DOCUMENTED, 7, SMALL, FITS, BIG).dump());
    }

    @Test
    void manifestsThatNeverWereInACluster() {
        saysWhatIsMissingAndWhatHelps(DumpFiles.read(
                List.of(DumpFiles.STDIN),
                new ByteArrayInputStream(String.join("---\n", SMALL, FITS, BIG).getBytes(StandardCharsets.UTF_8))));
    }

    @Test
    void whoeverDoesNotWantToWaitEndsIt() {
        ClusterDump dump = new StagedCluster(Semantics.DOCUMENTED, 7, SMALL, FITS, BIG).dump();
        assertThatThrownBy(() -> Forecasts.explanation(
                        dump, ResourceTypes.PODS.key("default", "big"), ForecastOptions.STANDARD, () -> {
                            throw new CancellationException("enough");
                        }))
                .hasMessageContaining("enough");
    }
}
