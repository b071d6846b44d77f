package dev.tenure.plan.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.plan.change.Change;
import dev.tenure.plan.source.ClusterDump;
import dev.tenure.plan.source.DumpFiles;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Retentions are played, and pods that have failed are no pods that leave.
class RetentionForecastTest {
    private static final String RETENTION = """
            {apiVersion: tenure.dev/v1alpha1, kind: FailedPodRetention, metadata: {name: few, uid: r1},
             spec: {keepPerOwner: 1, loops: {times: 2}}}""";

    private static String failed(String name) {
        return """
            {apiVersion: v1, kind: Pod, metadata: {name: %1$s, namespace: default, uid: %1$s,
              creationTimestamp: "2026-01-01T00:00:00Z", ownerReferences: [{apiVersion: example.com/v1, kind: Owner,
               name: o, uid: o, controller: true}]},
             spec: {nodeName: n1, containers: [{name: c, image: i}]},
             status: {phase: Failed, reason: Evicted, message: "The node was low on resource: memory."}}""".formatted(name);
    }

    private static ClusterDump dump() {
        List<String> all = new ArrayList<>(List.of(StagedCluster.node("n1", ""), RETENTION));
        for (int i = 0; i < 5; i++) {
            all.add(failed("p" + i));
        }
        byte[] text = String.join("\n---\n", all).getBytes(StandardCharsets.UTF_8);
        return DumpFiles.read(List.of("-"), new ByteArrayInputStream(text));
    }

    @Test
    void failedPodsThatAreRemovedAreNoEffect() {
        EvictionPlan plan = Forecasting.forecast(dump(), new Change.Nothing());
        assertThat(plan.status().pods()).isEmpty();
        assertThat(plan.hasEffects()).isFalse();
    }
}
