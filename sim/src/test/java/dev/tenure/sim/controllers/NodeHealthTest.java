package dev.tenure.sim.controllers;

import static dev.tenure.sim.stage.StageManifests.tolerating;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.core.Condition;
import dev.tenure.model.core.PodPhase;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.sim.stage.Stage;
import dev.tenure.sim.stage.StageManifests;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;

/// Nodes that fall silent, with the default settings; the numbers are those of the vectors.
final class NodeHealthTest {
    private static final String NOT_READY = "node.kubernetes.io/not-ready";
    private static final String UNREACHABLE = "node.kubernetes.io/unreachable";
    private static final String LOST = UNREACHABLE + ":NoExecute";

    private static Stage stage() {
        return Stage.of(Semantics.DOCUMENTED);
    }

    private static void stop(Stage stage, String zone, int from, int until) {
        for (int i = from; i < until; i++) {
            stage.fault(zone + "-" + i, "stopped");
        }
    }

    private static void renew(Stage stage, String node, boolean first) {
        ObjectNode lease = StageManifests.json("{'metadata': {'name': '%s'}, 'spec': {'renewTime': '%s'}}"
                .formatted(
                        node,
                        stage.cluster()
                                .world()
                                .wall()
                                .truncatedTo(ChronoUnit.SECONDS)
                                .toString()
                                .replace("Z", ".000000Z")));
        String namespace = "kube-node-lease";
        ApiReply reply = first
                ? stage.client().create(ResourceTypes.LEASES, namespace, Document.of(lease))
                : stage.client()
                        .patch(
                                ResourceTypes.LEASES,
                                namespace,
                                node,
                                "",
                                new Body(Body.MERGE_PATCH, Json.write(lease)));
        assertThat(reply).isInstanceOf(ApiReply.One.class);
    }

    @Test
    void z20ASilentNodeIsUnknownAfterTheGraceAndItsPodsLeaveAfterTheirStay() {
        Stage stage =
                stage().node("n").nodes("a", 3).pod("p", tolerating(UNREACHABLE, 300), tolerating(NOT_READY, 300));
        stage.at(100).begin().fault("n", "stopped").at(39);
        assertThat(stage.condition("n", "Ready")).isEqualTo("True");
        stage.at(56);
        assertThat(stage.condition("n", "Ready")).isEqualTo("Unknown");
        assertThat(stage.condition("n", "NetworkUnavailable")).isEqualTo("False");
        assertThat(stage.taintsOf("n")).containsExactlyInAnyOrder(UNREACHABLE + ":NoSchedule", LOST);
        assertThat(stage.events("NodeNotReady"))
                .containsExactlyInAnyOrder(
                        "NodeNotReady: Node n status is now: NodeNotReady", "NodeNotReady: Node is not ready");
        assertThat(stage.at(400).left("p").orElseThrow()).isBetween(340.0, 356.0);
    }

    @Test
    void aNodeThatComesBackLosesItsTaintsAndKeepsItsPods() {
        Stage stage =
                stage().node("n").nodes("a", 3).pod("p", tolerating(UNREACHABLE, 300), tolerating(NOT_READY, 300));
        stage.at(100).begin().fault("n", "partitioned").at(200);
        assertThat(stage.taintsOf("n")).contains(LOST);
        stage.fault("n", "").at(220);
        assertThat(stage.taintsOf("n")).isEmpty();
        assertThat(stage.condition("n", "Ready")).isEqualTo("True");
        assertThat(stage.at(1000).left("p")).isEmpty();
    }

    @Test
    void z12ALargeZoneThatIsPartlyDownIsTaintedSlowly() {
        Stage stage = stage().nodes("a", 100).at(100).begin();
        stop(stage, "a", 0, 60);
        stage.at(70);
        assertThat(stage.nodesWith(UNREACHABLE + ":NoSchedule")).hasSize(60);
        assertThat(stage.nodesWith(LOST)).hasSizeLessThanOrEqualTo(2);
        stage.at(70 + 1000);
        assertThat(stage.nodesWith(LOST)).hasSizeBetween(9, 12);
    }

    @Test
    void z11AndZ13ASmallZoneThatIsPartlyDownIsNotTainted() {
        Stage stage = stage().nodes("a", 50).at(100).begin();
        stop(stage, "a", 0, 30);
        stage.at(2000);
        assertThat(stage.nodesWith(UNREACHABLE + ":NoSchedule")).hasSize(30);
        assertThat(stage.nodesWith(LOST)).hasSizeLessThanOrEqualTo(1);
    }

    @Test
    void z14OneOfTwoZonesThatIsDownIsTaintedAtTheUsualRate() {
        Stage stage = stage().nodes("a", 5).nodes("b", 5).at(100).begin();
        stop(stage, "a", 0, 5);
        stage.at(70);
        assertThat(stage.nodesWith(LOST)).hasSizeBetween(1, 3);
        stage.at(120);
        assertThat(stage.nodesWith(LOST)).hasSize(5);
    }

    @Test
    void z15AndZ16WhenAllZonesAreDownTheTaintsGoUntilOneNodeIsBack() {
        Stage stage = stage().nodes("a", 2).nodes("b", 2).at(100).begin();
        stop(stage, "a", 0, 2);
        stage.at(100);
        assertThat(stage.nodesWith(LOST)).containsExactlyInAnyOrder("a-0", "a-1");
        stop(stage, "b", 0, 2);
        stage.at(200);
        assertThat(stage.nodesWith(LOST)).isSubsetOf("b-0", "b-1").hasSizeLessThanOrEqualTo(1);
        assertThat(stage.nodesWith(UNREACHABLE + ":NoSchedule")).hasSize(4);
        stage.at(1000);
        assertThat(stage.nodesWith(LOST)).hasSizeLessThanOrEqualTo(1);
        stage.fault("b-0", "").at(1100);
        assertThat(stage.nodesWith(LOST)).containsExactlyInAnyOrder("a-0", "a-1", "b-1");
    }

    @Test
    void z17TheOnlyNodeOfAClusterIsNotTaintedNoExecute() {
        Stage stage =
                stage().node("n").pod("p", tolerating(UNREACHABLE, 300)).at(100).begin();
        stage.fault("n", "stopped").at(2000);
        assertThat(stage.condition("n", "Ready")).isEqualTo("Unknown");
        assertThat(stage.taintsOf("n")).containsExactly(UNREACHABLE + ":NoSchedule");
        assertThat(stage.seePod("p").status().condition("Ready").map(Condition::status))
                .contains(Condition.Truth.FALSE);
        assertThat(stage.left("p")).isEmpty();
    }

    @Test
    void z18NodesOfAHealthyZoneAreTaintedOneByOne() {
        Stage stage = stage().nodes("a", 20).at(100).begin();
        stop(stage, "a", 0, 2);
        double first = stage.until(() -> !stage.nodesWith(LOST).isEmpty(), 60);
        double second = stage.until(() -> stage.nodesWith(LOST).size() == 2, 60);
        assertThat(first).isBetween(40.0, 56.0);
        assertThat(second - first).isCloseTo(10, within(0.2));
    }

    @Test
    void z19ANodeThatIsExcludedIsTaintedButNotCounted() {
        Stage stage = stage().nodes("a", 2);
        ObjectNode excluded = StageManifests.node("out", "b");
        excluded.withObjectProperty("metadata")
                .withObjectProperty("labels")
                .put("node.kubernetes.io/exclude-disruption", "");
        stage.create(ResourceTypes.NODES, excluded)
                .at(100)
                .begin()
                .fault("out", "stopped")
                .at(60);
        assertThat(stage.taintsOf("out")).contains(LOST);
    }

    @Test
    void z26ARestartOfTheControllersLeavesTheTaintsWhereTheyAreInDocumentedSemantics() {
        Stage stage = stage().nodes("a", 20).at(100).begin();
        stop(stage, "a", 0, 3);
        stage.at(100);
        assertThat(stage.nodesWith(LOST)).hasSize(3);
        stage.cluster().restartControllers();
        for (int second = 101; second < 140; second++) {
            assertThat(stage.at(second).nodesWith(LOST)).hasSize(3);
        }
    }

    @Test
    void z27ATerminatingPodOfANodeOutOfServiceIsRemoved() {
        Stage stage = stage().node("n")
                .nodes("a", 3)
                .pod("p", tolerating(UNREACHABLE, 300))
                .at(100)
                .begin();
        stage.fault("n", "stopped").at(100);
        stage.taints("node.kubernetes.io/out-of-service=nodeshutdown:NoExecute").at(130);
        assertThat(stage.left("p")).isPresent();
        assertThat(stage.find(ResourceTypes.PODS, "p")).isEmpty();
    }

    @Test
    void e15ThePodsOfADeletedNodeAreCollected() {
        Stage stage = stage().node("n").node("other").pod("p").at(100).begin();
        stage.delete(ResourceTypes.NODES, "n", "{}").at(35);
        assertThat(stage.find(ResourceTypes.PODS, "p")).isPresent();
        stage.at(65);
        assertThat(stage.find(ResourceTypes.PODS, "p")).isEmpty();
        assertThat(stage.left("p").orElseThrow()).isBetween(40.0, 61.0);
    }

    @Test
    void aNodeThatAppearsAndDisappearsIsAnnounced() {
        Stage stage = stage().at(10)
                .begin()
                .node("n")
                .at(10)
                .delete(ResourceTypes.NODES, "n", "{}")
                .at(20);
        assertThat(stage.events("RegisteredNode"))
                .containsExactly("RegisteredNode: Node n event: Registered Node n in Controller");
        assertThat(stage.events("RemovingNode"))
                .containsExactly("RemovingNode: Node n event: Removing Node n from Controller");
    }

    @Test
    void z22ANodeThatNeverReportedButRenewsItsLeaseIsLeftAlone() {
        Stage stage = stage().nodes("a", 2);
        ObjectNode mute = StageManifests.node("mute", "a");
        mute.remove("status");
        mute.withObject("/metadata").putObject("annotations").put("tenure.dev/fault", "partitioned");
        stage.create(ResourceTypes.NODES, mute);
        renew(stage, "mute", true);
        stage.begin();
        for (int second = 10; second < 300; second += 10) {
            stage.at(second);
            renew(stage, "mute", false);
        }
        assertThat(stage.seeNode("mute").status().conditions()).isEmpty();
        assertThat(stage.at(400).condition("mute", "Ready")).isEqualTo("Unknown");
    }

    @Test
    void z23OnlyPodsThatWereReadyAreMarkedWhenTheirNodeIsLost() {
        Stage stage = stage().node("n")
                .nodes("a", 3)
                .pod("ready", tolerating(UNREACHABLE))
                .pod("unready", tolerating(UNREACHABLE))
                .at(100);
        stage.patch(ResourceTypes.PODS, "unready", "status", """
                {'status': {'conditions': [{'type': 'Ready', 'status': 'False', 'reason': 'Mine',
                 'lastTransitionTime': '2025-01-01T00:00:00Z'}]}}""");
        stage.begin().fault("n", "stopped").at(100);
        Condition before = stage.seePod("unready").status().condition("Ready").orElseThrow();
        assertThat(before.reason()).isEqualTo("Mine");
        assertThat(before.lastTransitionTime()).isEqualTo("2025-01-01T00:00:00Z");
        assertThat(stage.seePod("ready").status().condition("Ready").map(Condition::status))
                .contains(Condition.Truth.FALSE);
        assertThat(stage.events("NodeNotReady"))
                .containsExactlyInAnyOrder(
                        "NodeNotReady: Node n status is now: NodeNotReady", "NodeNotReady: Node is not ready");
    }

    /// Controllers that were stopped, or whose machine slept, have not listened; a node that fell silent
    /// meanwhile is found out all the same.
    @Test
    void controllersThatWereStoppedForLongerThanTheGraceDoNotTakeThatForSilence() {
        Stage stage = stage().nodes("a", 2);
        ObjectNode mute = StageManifests.node("mute", "a");
        mute.remove("status");
        mute.withObject("/metadata").putObject("annotations").put("tenure.dev/fault", "partitioned");
        stage.create(ResourceTypes.NODES, mute);
        renew(stage, "mute", true);
        stage.begin();
        for (int second = 10; second < 400; second += 10) {
            if (second == 100) {
                stage.cluster().holdControllers(Duration.ofSeconds(125));
            }
            stage.at(second + 0.5);
            renew(stage, "mute", false);
            assertThat(stage.seeNode("mute").status().conditions()).isEmpty();
        }
        stage.cluster().holdControllers(Duration.ofSeconds(20));
        assertThat(stage.at(480).condition("mute", "Ready")).isEqualTo("Unknown");
    }

    @Test
    void z25ANodeThatReportsItselfUnreadySwapsItsTaintsAtTheNextLook() {
        Stage stage = stage().node("n").nodes("a", 3).at(100).begin();
        stage.fault("n", "partitioned").at(100);
        assertThat(stage.taintsOf("n")).containsExactlyInAnyOrder(UNREACHABLE + ":NoSchedule", LOST);
        stage.patch(ResourceTypes.NODES, "n", "status", """
                {'status': {'conditions': [{'type': 'Ready', 'status': 'False', 'reason': 'KubeletNotReady',
                 'lastHeartbeatTime': '%s'}]}}""".formatted(
                        stage.cluster().world().wall()));
        stage.at(106);
        assertThat(stage.taintsOf("n")).containsExactlyInAnyOrder(NOT_READY + ":NoSchedule", NOT_READY + ":NoExecute");
    }

    @Test
    void z28ATerminatingPodOfAReadyNodeIsNotRemovedByForce() {
        Stage stage = stage().node("n")
                .nodes("a", 3)
                .pod("p", "{'operator': 'Exists'}")
                .at(100)
                .begin();
        stage.patch(ResourceTypes.PODS, "p", "{'metadata': {'finalizers': ['example.com/keep']}}");
        stage.taints("node.kubernetes.io/out-of-service=nodeshutdown:NoExecute");
        stage.delete(ResourceTypes.PODS, "p", "{}").at(100);
        assertThat(stage.seePod("p").status().phase()).isNotEqualTo(PodPhase.FAILED);
    }
}
