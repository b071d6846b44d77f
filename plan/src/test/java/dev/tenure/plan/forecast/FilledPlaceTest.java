package dev.tenure.plan.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.plan.change.Change;
import dev.tenure.plan.change.Change.NodeChoice;
import dev.tenure.plan.forecast.EvictionPlan.Outcome;
import dev.tenure.plan.source.ClusterDump;
import dev.tenure.rules.taint.TaintEdit;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// When the place of a pod is filled whose replacement is evicted as well.
final class FilledPlaceTest {
    private static final String DEPLOYMENT = """
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: web, namespace: default}
        spec:
          replicas: 1
          selector: {matchLabels: {app: web}}
          template:
            metadata: {labels: {app: web}}
            spec: {containers: [{name: main, image: web, resources: {requests: {cpu: 100m}}}]}
        """;

    private static Change taint(String node, String taint) {
        return new Change.TaintNodes(NodeChoice.named(node), List.of(TaintEdit.parse(taint)), false);
    }

    @Test
    void aPlaceWhoseReplacementLeavesAgainTellsWhenItWasFirstFilled() {
        ClusterDump dump = new StagedCluster(
                        Semantics.DOCUMENTED, 7, StagedCluster.node("n1", ""), DEPLOYMENT, StagedCluster.node("n2", ""))
                .dump();
        Change.Step back = new Change.Step(Duration.ofMinutes(1), taint("n1", "gone:NoExecute-"));
        Change.Step away = new Change.Step(Duration.ofMinutes(2), taint("n2", "gone:NoExecute"));

        EvictionPlan plan = Forecasts.of(
                dump,
                new Change.Steps(List.of(new Change.Step(Duration.ZERO, taint("n1", "gone:NoExecute")), back, away)),
                ForecastOptions.STANDARD);

        assertThat(plan.status().pods())
                .singleElement()
                .satisfies(pod -> assertThat(pod.outcome()).isInstanceOfSatisfying(Outcome.Replaced.class, replaced -> {
                    assertThat(replaced.node()).isEqualTo("n1");
                    assertThat(replaced.filledAfter())
                            .hasValueSatisfying(at -> assertThat(at.toSeconds()).isBetween(1L, 59L));
                    assertThat(replaced.readyAfter())
                            .hasValueSatisfying(at -> assertThat(at.toSeconds()).isBetween(120L, 179L));
                }));
    }
}
