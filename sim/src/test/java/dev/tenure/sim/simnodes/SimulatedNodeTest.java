package dev.tenure.sim.simnodes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.core.ContainerStatus;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.PodPhase;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.quantity.Quantity;
import dev.tenure.rules.pod.PodRule;
import dev.tenure.sim.stage.Stage;
import dev.tenure.sim.stage.StageManifests;
import dev.tenure.wire.json.Json;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What a simulated kubelet makes of a node and of pods that are out of the ordinary.
final class SimulatedNodeTest {
    private static final String DEVICE = "example.com/device";

    private static Map<String, Quantity> allocatable(Stage stage) {
        return stage.find(ResourceTypes.NODES, "a-0")
                .orElseThrow()
                .view(Node.class)
                .status()
                .allocatable()
                .amounts();
    }

    private static void patchStatus(Stage stage, String patch) {
        stage.cluster()
                .client()
                .patch(
                        ResourceTypes.NODES,
                        "",
                        "a-0",
                        "status",
                        new Body(Body.MERGE_PATCH, Json.write(StageManifests.json(patch))));
    }

    private static Pod pod(Stage stage) {
        return stage.find(ResourceTypes.PODS, "p").orElseThrow().view(Pod.class);
    }

    @Test
    void allocatableFollowsExtendedResourcesOfTheCapacity() {
        Stage stage = Stage.of(Semantics.DOCUMENTED).nodes("a", 1).at(20).begin();
        patchStatus(stage, "{'status': {'capacity': {'%s': '5'}}}".formatted(DEVICE));
        stage.at(15);
        assertThat(allocatable(stage))
                .containsEntry(DEVICE, Quantity.parse("5"))
                .containsKey("cpu");
        patchStatus(stage, "{'status': {'capacity': {'%s': null}}}".formatted(DEVICE));
        stage.at(30);
        assertThat(allocatable(stage)).doesNotContainKey(DEVICE).containsKey("cpu");
    }

    @Test
    void aPodIsTakenWithAResourceThatTheNodeDoesNotKnowYet() {
        Stage stage = Stage.of(Semantics.DOCUMENTED).nodes("a", 1).at(20).begin();
        stage.create(ResourceTypes.PODS, StageManifests.json("""
                {'metadata': {'name': 'p'}, 'spec': {'nodeName': 'a-0', 'containers': [{'name': 'main',
                 'image': 'registry.test/app:1', 'resources': {'limits': {'%s': '1'}}}]}}""".formatted(DEVICE)))
                .at(10);
        assertThat(pod(stage).status().phase()).isEqualTo(PodPhase.RUNNING);
    }

    @Test
    void aPodWhoseImageCannotBeHadDoesNotStart() {
        Stage stage = Stage.of(Semantics.DOCUMENTED).nodes("a", 1).at(20).begin();
        stage.create(ResourceTypes.PODS, StageManifests.json("""
                {'metadata': {'name': 'p'}, 'spec': {'nodeName': 'a-0', 'containers': [{'name': 'main',
                 'image': 'app:non-existent'}]}}""")).at(60);
        assertThat(pod(stage).status().phase()).isEqualTo(PodPhase.PENDING);
        assertThat(pod(stage).status().containerStatuses().getFirst().state().toString())
                .contains("ErrImagePull");
    }

    @Test
    void containersOfANodeThatWasCutOffHaveNotStartedAnew() {
        Stage stage = withOnePod();
        stage.fault("a-0", "partitioned").at(100);
        assertThat(PodRule.ready(pod(stage))).isFalse();
        ContainerStatus before = pod(stage).status().containerStatuses().getFirst();
        stage.fault("a-0", "").at(130);
        assertThat(PodRule.ready(pod(stage))).isTrue();
        assertThat(pod(stage).status().containerStatuses()).containsExactly(before);
    }

    @Test
    void containersOfANodeThatWasDownHaveStartedAnew() {
        Stage stage = withOnePod();
        ContainerStatus before = pod(stage).status().containerStatuses().getFirst();
        stage.fault("a-0", "stopped").at(100);
        stage.fault("a-0", "").at(130);
        assertThat(PodRule.ready(pod(stage))).isTrue();
        ContainerStatus after = pod(stage).status().containerStatuses().getFirst();
        assertThat(after.restartCount()).isEqualTo(before.restartCount() + 1);
        assertThat(after.state()).isNotEqualTo(before.state());
        assertThat(after.containerId()).isNotEqualTo(before.containerId());
    }

    private static Stage withOnePod() {
        Stage stage = Stage.of(Semantics.DOCUMENTED).nodes("a", 1).at(20).begin();
        return stage.create(ResourceTypes.PODS, StageManifests.json("""
                {'metadata': {'name': 'p'}, 'spec': {'nodeName': 'a-0', 'containers': [{'name': 'main',
                 'image': 'registry.test/app:1'}]}}""")).at(10);
    }

    private static Stage withPod(String spec) {
        return Stage.of(Semantics.DOCUMENTED)
                .nodes("a", 1)
                .at(20)
                .begin()
                .create(ResourceTypes.PODS, StageManifests.json("""
                {'metadata': {'name': 'p'}, 'spec': {'nodeName': 'a-0', %s}}""".formatted(spec)));
    }

    @Test
    void aReadinessProbeDelaysAndNothingElseDoes() {
        Stage stage = withPod("""
                'containers': [{'name': 'slow', 'image': 'registry.test/app:1', 'readinessProbe':
                  {'httpGet': {'path': '/', 'port': 80}, 'initialDelaySeconds': 20}},
                 {'name': 'quick', 'image': 'registry.test/app:1'}]""").at(15);
        assertThat(pod(stage).status().phase()).isEqualTo(PodPhase.RUNNING);
        assertThat(PodRule.ready(pod(stage))).isFalse();
        assertThat(pod(stage)
                        .status()
                        .condition(Pod.CONTAINERS_READY)
                        .orElseThrow()
                        .message())
                .isEqualTo("containers with unready status: [slow]");
        assertThat(pod(stage).status().containerStatuses())
                .extracting(ContainerStatus::ready)
                .containsExactly(false, true);
        stage.at(25);
        assertThat(PodRule.ready(pod(stage))).isTrue();
    }

    @Test
    void aReadinessGateOpensAndShutsThePod() {
        Stage stage = withPod("""
                'readinessGates': [{'conditionType': 'test.dev/fed'}],
                'containers': [{'name': 'main', 'image': 'registry.test/app:1'}]""").at(5);
        assertThat(PodRule.ready(pod(stage))).isFalse();
        for (boolean open : new boolean[] {true, false, true}) {
            var gate = "{'status': {'conditions': [{'type': 'test.dev/fed', 'status': '%s'}]}}"
                    .formatted(open ? "True" : "False");
            var body = new Body(Body.STRATEGIC_MERGE_PATCH, Json.write(StageManifests.json(gate)));
            stage.client().patch(ResourceTypes.PODS, "default", "p", "status", body);
            stage.pass(5);
            assertThat(PodRule.ready(pod(stage))).isEqualTo(open);
        }
    }

    @Test
    void aPodFailsAtItsDeadline() {
        Stage stage = withPod("""
                'activeDeadlineSeconds': 30, 'containers': [{'name': 'main', 'image': 'registry.test/app:1'}]""").at(28);
        assertThat(pod(stage).status().phase()).isEqualTo(PodPhase.RUNNING);
        stage.patch(ResourceTypes.PODS, "p", "{'spec': {'activeDeadlineSeconds': 5}}")
                .pass(2);
        assertThat(pod(stage).status().phase()).isEqualTo(PodPhase.FAILED);
        assertThat(pod(stage).status().reason()).isEqualTo("DeadlineExceeded");
    }

    @Test
    void aChangedDescriptionIsObserved() {
        Stage stage = withPod("'containers': [{'name': 'main', 'image': 'registry.test/app:1'}]")
                .at(5);
        assertThat(pod(stage).meta().generation()).isOne();
        stage.patch(ResourceTypes.PODS, "p", "{'spec': {'activeDeadlineSeconds': 500}}")
                .pass(5);
        assertThat(pod(stage).meta().generation()).isEqualTo(2);
        assertThat(pod(stage).status().observedGeneration()).isEqualTo(2);
        assertThat(pod(stage).status().condition(Pod.READY).orElseThrow().observedGeneration())
                .isEqualTo(2);
    }
}
