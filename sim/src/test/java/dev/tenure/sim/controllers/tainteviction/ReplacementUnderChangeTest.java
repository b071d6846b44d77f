package dev.tenure.sim.controllers.tainteviction;

import static dev.tenure.sim.controllers.tainteviction.ReplacementStage.FIRST;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.tainteviction.policy.PolicyTypes;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.Status;
import dev.tenure.sim.world.Component;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// Replacements that come first while somebody else changes the Deployment, its pods or the policies.
final class ReplacementUnderChangeTest {
    private static final String PAUSE = "{'spec': {'paused': true}}";

    private static ReplacementStage waiting(int replicas, String policy) {
        var world =
                new ReplacementStage(replicas).policy(FIRST + policy).taint().at(5);
        assertThat(world.released()).hasSize(1);
        return world;
    }

    /// An autoscaler or somebody who applies manifests writes `spec.replicas` again and again.
    @Test
    void whoWritesReplicasDisturbsNothing() {
        var world = new ReplacementStage(3).policy(FIRST).taint();
        for (int second = 1; second < 60; second++) {
            world.stage().patch(ResourceTypes.DEPLOYMENTS, "web", "{'spec': {'replicas': 3}}");
            assertThat(world.leastReadyUntil(second)).isEqualTo(3);
        }
        assertThat(world.on("n")).isEmpty();
        assertThat(world.pods()).hasSize(3);
    }

    @Test
    void aDeploymentThatGrowsMeanwhileIsWaitedForAsAWhole() {
        var world = waiting(2, "");
        world.stage().patch(ResourceTypes.DEPLOYMENTS, "web", "{'spec': {'replicas': 4}}");
        assertThat(world.leastReadyUntil(80)).isEqualTo(2);
        assertThat(world.on("n")).isEmpty();
        assertThat(world.ready()).isEqualTo(4);
        assertThat(world.pods()).hasSize(4);
    }

    @Test
    void aDeploymentThatShrinksNeedsNoReplacement() {
        var world = waiting(3, "");
        world.stage().patch(ResourceTypes.DEPLOYMENTS, "web", "{'spec': {'replicas': 1}}");
        assertThat(world.leastReadyUntil(60)).isEqualTo(1);
        assertThat(world.on("n")).isEmpty();
        assertThat(world.pods()).hasSize(1);
    }

    @Test
    void whatIsScaledToNothingGoesThoughThePolicyPauses() {
        var world = waiting(2, "");
        world.stage().patch(PolicyTypes.POLICIES, "first", PAUSE);
        world.stage().patch(ResourceTypes.DEPLOYMENTS, "web", "{'spec': {'replicas': 0}}");
        world.at(10);
        assertThat(world.pods()).isEmpty();
    }

    @Test
    void aPodThatWasTakenOutGoesWithItsDeployment() {
        var world = waiting(2, "");
        world.stage().patch(PolicyTypes.POLICIES, "first", PAUSE);
        world.stage().delete(ResourceTypes.DEPLOYMENTS, "web", "{'propagationPolicy': 'Background'}");
        world.at(40);
        assertThat(world.pods()).isEmpty();
    }

    @Test
    void aPausedDeploymentIsServedAsWell() {
        var world = new ReplacementStage(2).policy(FIRST);
        world.stage().patch(ResourceTypes.DEPLOYMENTS, "web", PAUSE);
        world.taint();
        assertThat(world.leastReadyUntil(60)).isEqualTo(2);
        assertThat(world.on("n")).isEmpty();
        assertThat(world.pods()).hasSize(2);
    }

    private static void newImage(ReplacementStage world) {
        world.stage().patch(ResourceTypes.DEPLOYMENTS, "web", """
                {'spec': {'template': {'spec': {'containers': [{'name': 'main', 'image': 'registry.test/app:2'}]}}}}""");
    }

    @Test
    void aRolloutThatBeginsMeanwhileEndsWithPodsOfTheNewTemplateAlone() {
        var world = waiting(3, "");
        newImage(world);
        assertThat(world.leastReadyUntil(120)).isEqualTo(3);
        assertThat(world.pods())
                .hasSize(3)
                .allMatch(pod -> pod.spec().containers().getFirst().image().endsWith(":2"))
                .noneMatch(pod -> pod.spec().nodeName().equals("n"));
    }

    @Test
    void duringARolloutItsExtraPodsAreThoseOfTheDeployment() {
        var world = new ReplacementStage(3).policy(FIRST);
        newImage(world);
        world.taint().at(5);
        assertThat(world.pods()).hasSize(4);
        assertThat(world.released()).isEmpty();
        assertThat(world.leastReadyUntil(120)).isEqualTo(3);
        assertThat(world.on("n")).isEmpty();
    }

    @Test
    void aPodThatDiesMeanwhileLeavesNothingBehind() {
        var world = waiting(2, "");
        world.stage()
                .delete(ResourceTypes.PODS, world.released().getFirst().meta().name(), "{}");
        world.at(60);
        assertThat(world.on("n")).isEmpty();
        assertThat(world.ready()).isEqualTo(2);
        assertThat(world.pods()).hasSize(2);
        assertThat(world.status().path("extra").asInt(-1)).isZero();
    }

    @Test
    void aReplacementThatDiesIsMadeAgainAndWaitedFor() {
        var world = waiting(1, "");
        Pod replacement = world.pods().getLast();
        world.stage().delete(ResourceTypes.PODS, replacement.meta().name(), "{}");
        world.at(14);
        assertThat(world.on("n")).hasSize(1);
        assertThat(world.leastReadyUntil(30)).isEqualTo(1);
        assertThat(world.on("n")).isEmpty();
        assertThat(world.pods()).hasSize(1);
    }

    @Test
    void aSecondTaintThatNoPolicyIsAboutMakesThePodLeaveAtOnce() {
        var world = waiting(2, "");
        world.stage().taints("k:NoExecute", "other:NoExecute");
        world.at(6);
        assertThat(world.on("n")).isEmpty();
    }

    @Test
    void ofTwoTaintsOneThatGoesChangesNothing() {
        var world = new ReplacementStage(2)
                .policy(FIRST)
                .policy("second", "other", FIRST)
                .taint("k:NoExecute", "other:NoExecute")
                .at(5);
        List<Pod> released = world.released();
        assertThat(released).hasSize(1);
        world.stage().taints("other:NoExecute");
        world.at(8);
        assertThat(world.released()).isEqualTo(released);
        assertThat(world.leastReadyUntil(60)).isEqualTo(2);
        assertThat(world.on("n")).isEmpty();
    }

    @Test
    void nothingIsBegunWhileAnotherPolicyPauses() {
        var world = new ReplacementStage(2)
                .policy(FIRST)
                .policy("second", "k", "'paused': true")
                .taint()
                .at(30);
        assertThat(world.pods()).hasSize(2);
        assertThat(world.released()).isEmpty();
        assertThat(world.held()).containsOnly("policy second is paused");
    }

    @Test
    void aPolicyThatIsDeletedHoldsNobodyAny() {
        var world = waiting(2, "");
        world.stage().delete(PolicyTypes.POLICIES, "first", "{}");
        world.at(6);
        assertThat(world.on("n")).isEmpty();
        world.at(40);
        assertThat(world.pods()).hasSize(2);
    }

    @Test
    void aTaintThatComesAgainFindsThePodAsItWas() {
        var world = waiting(2, "");
        world.stage().taints();
        world.at(5.2);
        world.stage().taints("k:NoExecute");
        assertThat(world.leastReadyUntil(70)).isEqualTo(2);
        assertThat(world.on("n")).isEmpty();
        assertThat(world.pods()).hasSize(2);
    }

    @Test
    void aWriteThatFailsIsTriedAgain() {
        var world = new ReplacementStage(1).policy(FIRST);
        var tries = new AtomicInteger();
        world.stage().cluster().path(Component.CONTROLLERS).failWhere(request -> {
            boolean patch = request.target().resource().equals("pods")
                    && request.target().subresource().isEmpty()
                    && request.verb().name().equals("PATCH");
            return patch && tries.incrementAndGet() <= 2
                    ? Optional.of(new Status(500, "InternalError", "not now", Optional.empty()))
                    : Optional.empty();
        });
        world.taint().at(1);
        assertThat(world.on("n")).hasSize(1);
        assertThat(world.released()).isEmpty();
        assertThat(world.leastReadyUntil(40)).isEqualTo(1);
        assertThat(tries.get()).isGreaterThanOrEqualTo(3);
        assertThat(world.on("n")).isEmpty();
    }

    @Test
    void aNodeThatGoesTakesItsPodAlong() {
        var world = waiting(2, "");
        world.stage().delete(ResourceTypes.NODES, "n", "{}");
        world.at(120);
        assertThat(world.pods())
                .hasSize(2)
                .noneMatch(pod -> pod.spec().nodeName().equals("n"));
        assertThat(world.ready()).isEqualTo(2);
    }
}
