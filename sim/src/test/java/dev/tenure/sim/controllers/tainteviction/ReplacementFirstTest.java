package dev.tenure.sim.controllers.tainteviction;

import static dev.tenure.sim.controllers.tainteviction.ReplacementStage.FIRST;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.rules.pod.PodRule;
import dev.tenure.sim.stage.StageManifests;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Pods of Deployments that leave only once others stand ready in their place.
final class ReplacementFirstTest {
    @Test
    void withoutThePolicyThereAreLessPodsForAWhile() {
        var world = new ReplacementStage(3).policy("'paused': false").taint();
        assertThat(world.leastReadyUntil(40)).isZero();
        assertThat(world.ready()).isEqualTo(3);
    }

    @Test
    void podsLeaveOneAfterTheOtherAndNoneIsMissingMeanwhile() {
        var world = new ReplacementStage(3).policy(FIRST).taint();
        world.at(5);
        assertThat(world.pods()).hasSize(4);
        String full =
                "policy first, replacement: web has 1 pod more than it wants, as many as its maxSurge lets it have";
        assertThat(world.held())
                .containsExactlyInAnyOrder(
                        "policy first, replacement: without it 2 of 3 pods of web are ready", full, full);
        assertThat(world.status().path("extra").asInt()).isEqualTo(1);
        assertThat(world.leastReadyUntil(60)).isEqualTo(3);
        assertThat(world.on("n")).isEmpty();
        assertThat(world.pods()).hasSize(3);
        assertThat(world.released()).isEmpty();
        assertThat(world.status().path("extra").asInt(-1)).isZero();
    }

    @Test
    void asManyAreReplacedAtOnceAsRolloutsOfTheDeploymentMakeMore() {
        var world = new ReplacementStage(4, "'strategy': {'rollingUpdate': {'maxSurge': '50%', 'maxUnavailable': 0}}")
                .policy(FIRST)
                .taint()
                .at(5);
        assertThat(world.pods()).hasSize(6);
        assertThat(world.released()).hasSize(2);
        assertThat(world.leastReadyUntil(40)).isEqualTo(4);
        assertThat(world.on("n")).isEmpty();
    }

    @Test
    void thePolicyBoundsThePodsOfAllDeploymentsTogether() {
        var world = new ReplacementStage(4, "'strategy': {'rollingUpdate': {'maxSurge': 3, 'maxUnavailable': 0}}")
                .policy(FIRST + ", 'maxSurge': 2")
                .taint()
                .at(5);
        assertThat(world.pods()).hasSize(6);
        assertThat(world.held())
                .contains(
                        "policy first, replacement: there are 2 pods more than wanted, as many as its maxSurge lets there be");
        world.at(40);
        assertThat(world.on("n")).isEmpty();
        assertThat(world.ready()).isEqualTo(4);
    }

    @Test
    void aPodThatNeedNotLeaveAfterAllIsGivenBackAndTheExtraOneGoes() {
        var world = new ReplacementStage(3).policy(FIRST);
        List<String> before = world.on("n");
        world.taint().at(5);
        assertThat(world.released()).hasSize(1);
        world.stage().taints();
        world.at(20);
        assertThat(world.on("n")).containsExactlyInAnyOrderElementsOf(before);
        assertThat(world.pods()).hasSize(3);
        restored(world);
    }

    /// As the pods were that were never taken out.
    private static void restored(ReplacementStage world) {
        assertThat(world.pods()).allSatisfy(pod -> {
            assertThat(pod.meta().labels()).containsKey("pod-template-hash");
            assertThat(pod.meta().controllerOwner().orElseThrow().kind()).isEqualTo("ReplicaSet");
            assertThat(pod.meta().ownerReferences()).hasSize(1);
            assertThat(pod.meta().annotations()).isEqualTo(Map.of("simulation.tenure.dev/start-delay", "10s"));
        });
    }

    @Test
    void aPodThatIsGivenBackStaysThoughItsReplacementIsReady() {
        var world = new ReplacementStage(2).policy(FIRST + ", 'podsPerMinute': 1");
        List<String> before = world.on("n");
        world.taint().at(17);
        assertThat(world.on("n")).hasSize(1);
        world.at(40);
        assertThat(world.held()).containsExactly("policy first, pace: 1 a minute");
        assertThat(world.ready()).isEqualTo(3);
        world.stage().taints();
        world.at(50);
        assertThat(world.on("n")).hasSize(1).isSubsetOf(before);
        assertThat(world.pods()).hasSize(2);
        restored(world);
    }

    @Test
    void aCostOfDeletionThatSomebodyWroteIsGivenBackToo() {
        var world = new ReplacementStage(1).policy(FIRST);
        String pod = world.on("n").getFirst();
        world.stage()
                .patch(
                        ResourceTypes.PODS,
                        pod,
                        "{'metadata': {'annotations': {'controller.kubernetes.io/pod-deletion-cost': '7'}}}");
        world.taint().at(5);
        world.stage().taints();
        world.at(20);
        assertThat(world.stage().seePod(pod).meta().annotations())
                .containsEntry("controller.kubernetes.io/pod-deletion-cost", "7")
                .hasSize(2);
    }

    @Test
    void aRestartGoesOnWhereItWas() {
        var world = new ReplacementStage(3).policy(FIRST).taint().at(5);
        List<Pod> released = world.released();
        world.stage().cluster().restartControllers();
        world.at(8);
        assertThat(world.released()).isEqualTo(released);
        assertThat(world.pods()).hasSize(4);
        assertThat(world.leastReadyUntil(60)).isEqualTo(3);
        assertThat(world.on("n")).isEmpty();
        assertThat(world.pods()).hasSize(3);
    }

    @Test
    void aTaintThatGoesWhileNobodyIsThereGivesThePodBack() {
        var world = new ReplacementStage(2).policy(FIRST);
        List<String> before = world.on("n");
        world.taint().at(5);
        world.stage().cluster().crashControllers();
        world.stage().taints();
        world.at(30);
        assertThat(world.released()).hasSize(1);
        world.stage().cluster().restartControllers();
        world.at(50);
        assertThat(world.on("n")).containsExactlyInAnyOrderElementsOf(before);
        assertThat(world.pods()).hasSize(2);
        restored(world);
    }

    private static ReplacementStage full(String policy) {
        var world = new ReplacementStage(2).policy(FIRST + policy);
        world.stage().create(ResourceTypes.RESOURCE_QUOTAS, StageManifests.json("""
                {'apiVersion': 'v1', 'kind': 'ResourceQuota', 'metadata': {'name': 'q'},
                 'spec': {'hard': {'pods': '2'}}}"""));
        world.stage().pass(5);
        return world.taint();
    }

    @Test
    void aQuotaThatForbidsOneMoreIsToldAndHoldsThePod() {
        var world = full("").at(300);
        assertThat(world.on("n")).hasSize(2);
        assertThat(world.held().getFirst())
                .startsWith("policy first, replacement: without it 1 of 2 pods of web are ready: ")
                .contains("exceeded quota");
    }

    @Test
    void afterTheDeadlineThePodLeavesAllTheSame() {
        var world = full(", 'replacementDeadlineSeconds': 60").at(59);
        assertThat(world.on("n")).hasSize(2);
        world.stage().cluster().restartControllers();
        world.at(63);
        assertThat(world.on("n")).isEmpty();
    }

    @Test
    void aPodThatIsNotReadyIsNotWaitedFor() {
        var world = new ReplacementStage(2).policy(FIRST);
        world.stage().fault("n", "stopped").until(() -> world.ready() == 0, 120);
        world.taint().at(1);
        assertThat(world.pods()).noneMatch(pod -> pod.spec().nodeName().equals("n"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'strategy': {'type': 'Recreate'}",
                "'strategy': {'rollingUpdate': {'maxSurge': 0, 'maxUnavailable': 1}}"
            })
    void deploymentsThatWantNoPodMoreGetNone(String strategy) {
        var world = new ReplacementStage(2, strategy).policy(FIRST).taint().at(1);
        assertThat(world.on("n")).isEmpty();
    }

    @Test
    void podsOfOtherWorkloadsLeaveAsEver() {
        var world = new ReplacementStage(1).policy(FIRST);
        world.stage().pod("bare").create(ResourceTypes.REPLICA_SETS, StageManifests.json("""
                {'apiVersion': 'apps/v1', 'kind': 'ReplicaSet', 'metadata': {'name': 'alone'}, 'spec': {'replicas': 1,
                 'selector': {'matchLabels': {'app': 'alone'}}, 'template': {'metadata': {'labels': {'app': 'alone'}},
                 'spec': {'nodeSelector': {'kubernetes.io/hostname': 'n'},
                  'containers': [{'name': 'main', 'image': 'registry.test/app:1'}]}}}}"""));
        world.stage().pass(20);
        assertThat(world.on("n")).hasSize(3);
        world.taint().at(1);
        assertThat(world.on("n")).hasSize(1).allMatch(name -> name.startsWith("web-"));
    }

    @Test
    void aBudgetThatAllowsNothingAllowsOneOnceTheReplacementIsReady() {
        var world = new ReplacementStage(1).policy(FIRST + ", 'budgets': 'Respect'");
        world.stage().create(ResourceTypes.POD_DISRUPTION_BUDGETS, StageManifests.json("""
                {'apiVersion': 'policy/v1', 'kind': 'PodDisruptionBudget', 'metadata': {'name': 'b'},
                 'spec': {'maxUnavailable': 0, 'selector': {'matchLabels': {'app': 'web'}}}}"""));
        world.stage().pass(5);
        world.taint();
        assertThat(world.leastReadyUntil(30)).isEqualTo(1);
        assertThat(world.on("n")).isEmpty();
        assertThat(world.pods()).hasSize(1);
        assertThat(world.stage().events("UnmanagedPods")).isEmpty();
    }

    @Test
    void whileABudgetHoldsOneThatIsReplacedNoOtherIsBegun() {
        var world = new ReplacementStage(3).policy(FIRST + ", 'budgets': 'Respect'");
        world.stage().create(ResourceTypes.POD_DISRUPTION_BUDGETS, StageManifests.json("""
                {'apiVersion': 'policy/v1', 'kind': 'PodDisruptionBudget', 'metadata': {'name': 'b'},
                 'spec': {'minAvailable': 4, 'selector': {'matchLabels': {'app': 'web'}}}}"""));
        world.stage().pass(5);
        world.taint();
        for (int second = 1; second < 40; second++) {
            assertThat(world.at(second).pods()).hasSizeLessThanOrEqualTo(4);
        }
        assertThat(world.released()).hasSize(1);
        assertThat(world.held()).anyMatch(hold -> hold.startsWith("policy first, budget: "));
    }

    @Test
    void theReplacementMustHaveBeenReadyForAsLongAsTheDeploymentAsks() {
        var world =
                new ReplacementStage(1, "'minReadySeconds': 20").policy(FIRST).taint();
        String old = world.on("n").getFirst();
        world.at(29);
        assertThat(world.on("n")).containsExactly(old);
        world.at(34);
        assertThat(world.on("n")).isEmpty();
    }

    @Test
    void servicesKeepThePodUntilItLeaves() {
        var world = new ReplacementStage(1).policy(FIRST).taint().at(5);
        Pod old = world.released().getFirst();
        assertThat(old.meta().labels()).containsEntry("app", "web").doesNotContainKey("pod-template-hash");
        assertThat(PodRule.ready(old)).isTrue();
    }
}
