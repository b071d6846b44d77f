package dev.tenure.sim.controllers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.PodPhase;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.rules.feature.FeatureGates;
import dev.tenure.sim.stage.Stage;
import dev.tenure.sim.stage.StageManifests;
import dev.tenure.sim.world.ClusterSettings;
import dev.tenure.wire.json.ObjectNode;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The gate of the operators Gt and Lt through all parts of a cluster: each has to know them, or a pod that
/// one part lets through is stuck at the next.
class ComparisonGateTest {
    private static final FeatureGates GATES = FeatureGates.parse(Map.of("TaintTolerationComparisonOperators", "true"));
    private static final String ABOVE_950 = "{'key': 'sla', 'operator': 'Gt', 'value': '950', 'effect': 'NoExecute'";

    private static Stage stage(Semantics semantics) {
        Stage stage = new Stage(ClusterSettings.standard(1, semantics).withGates(GATES));
        stage.node("n").taints("sla=960:NoExecute").pass(30);
        stage.cluster().startScheduler();
        return stage.begin();
    }

    private static ObjectNode pending(String name, String toleration) {
        ObjectNode pod = StageManifests.pod(name, "", "[" + toleration + "]");
        pod.withObjectProperty("spec").remove("nodeName");
        return pod;
    }

    @Test
    void aPodThatComparesIsPlacedStartedAndLeftAlone() {
        Stage stage = stage(Semantics.DOCUMENTED)
                .create(ResourceTypes.PODS, pending("above", ABOVE_950 + "}"))
                .create(ResourceTypes.PODS, pending("below", ABOVE_950.replace("Gt", "Lt") + "}"))
                .at(60);
        assertThat(stage.seePod("above").status().phase()).isEqualTo(PodPhase.RUNNING);
        assertThat(stage.seePod("below").spec().bound()).isFalse();
    }

    @ParameterizedTest
    @EnumSource(Semantics.class)
    void theStayUnderAComparisonIsKept(Semantics semantics) {
        Stage stage = stage(semantics)
                .create(ResourceTypes.PODS, pending("p", ABOVE_950 + ", 'tolerationSeconds': 100}"))
                .at(60);
        assertThat(stage.left("p")).isEmpty();
        stage.at(110);
        assertThat(stage.left("p").orElseThrow()).isBetween(100.0, 102.0);
    }

    @Test
    void aTaintThatNoLongerComparesSendsAway() {
        Stage stage = stage(Semantics.DOCUMENTED)
                .create(ResourceTypes.PODS, pending("p", ABOVE_950 + "}"))
                .at(60);
        assertThat(stage.left("p")).isEmpty();
        stage.taints("sla=940:NoExecute").at(62);
        assertThat(stage.left("p")).isPresent();
    }

    @Test
    void aDaemonThatComparesRuns() {
        Stage stage = stage(Semantics.DOCUMENTED)
                .create(ResourceTypes.DAEMON_SETS, StageManifests.json("""
                    {'apiVersion': 'apps/v1', 'kind': 'DaemonSet', 'metadata': {'name': 'd'}, 'spec': {
                     'selector': {'matchLabels': {'app': 'd'}}, 'template': {'metadata': {'labels': {'app': 'd'}},
                     'spec': {'tolerations': [%s}],
                     'containers': [{'name': 'main', 'image': 'registry.test/app:1'}]}}}}\
                    """.formatted(ABOVE_950)))
                .at(60);
        assertThat(stage.all(ResourceTypes.PODS))
                .singleElement()
                .satisfies(
                        pod -> assertThat(pod.view(Pod.class).status().phase()).isEqualTo(PodPhase.RUNNING));
    }
}
