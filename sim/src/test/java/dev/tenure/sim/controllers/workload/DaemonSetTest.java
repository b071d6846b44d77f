package dev.tenure.sim.controllers.workload;

import static dev.tenure.sim.controllers.workload.DaemonStage.daemons;
import static dev.tenure.sim.controllers.workload.DaemonStage.nodes;
import static dev.tenure.sim.controllers.workload.DaemonStage.pods;
import static dev.tenure.sim.controllers.workload.DaemonStage.revisions;
import static dev.tenure.sim.controllers.workload.DaemonStage.roll;
import static dev.tenure.sim.controllers.workload.DaemonStage.running;
import static dev.tenure.sim.controllers.workload.DaemonStage.stage;
import static dev.tenure.sim.controllers.workload.DaemonStage.status;
import static dev.tenure.sim.controllers.workload.DaemonStage.withImage;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.Stay;
import dev.tenure.model.core.Toleration;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.rules.pod.PodRule;
import dev.tenure.sim.stage.Stage;
import dev.tenure.sim.stage.StageManifests;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// Daemon sets with scheduler and nodes. Names with a D and a number are the vectors of the specification.
final class DaemonSetTest {
    private static final List<String> ALWAYS = List.of(
            "node.kubernetes.io/not-ready:NoExecute",
            "node.kubernetes.io/unreachable:NoExecute",
            "node.kubernetes.io/disk-pressure:NoSchedule",
            "node.kubernetes.io/memory-pressure:NoSchedule",
            "node.kubernetes.io/pid-pressure:NoSchedule",
            "node.kubernetes.io/unschedulable:NoSchedule");

    private static Stage taint(Stage stage, String node, String... taints) {
        String all = List.of(taints).stream().map(StageManifests::taint).collect(Collectors.joining(", ", "[", "]"));
        return stage.patch(ResourceTypes.NODES, node, "{'spec': {'taints': %s}}".formatted(all));
    }

    private static List<String> tolerated(Pod pod) {
        return pod.spec().tolerations().stream()
                .map(t -> t.key() + ":" + t.effect().orElseThrow().word())
                .toList();
    }

    @Test
    void d01EveryDaemonPodToleratesWhatNodesSufferFrom() {
        assertThat(pods(running(1))).allSatisfy(pod -> {
            assertThat(tolerated(pod)).isEqualTo(ALWAYS);
            assertThat(pod.spec().tolerations()).extracting(Toleration::stay).containsOnly(Stay.forever());
        });
        Pod onHost = pods(running(1, "", "'hostNetwork': true,")).getFirst();
        assertThat(tolerated(onHost)).hasSize(7).last().isEqualTo("node.kubernetes.io/network-unavailable:NoSchedule");
    }

    @Test
    void d02SecondsOfTheTemplateAreDropped() {
        Stage stage = running(1, "", """
                'tolerations': [{'key': 'node.kubernetes.io/not-ready', 'operator': 'Exists', 'effect': 'NoExecute',
                 'tolerationSeconds': 60}],""");
        Toleration first = pods(stage).getFirst().spec().tolerations().getFirst();
        assertThat(first.key()).isEqualTo("node.kubernetes.io/not-ready");
        assertThat(first.stay()).isEqualTo(Stay.forever());
        assertThat(pods(stage).getFirst().spec().tolerations()).hasSize(6);
    }

    @Test
    void d03ANoScheduleTaintIsNoticedOnlyWhenSomethingElseHappens() {
        Stage stage = running(3);
        assertThat(status(stage).desiredNumberScheduled()).isEqualTo(3);
        taint(stage, "a-1", "k:NoSchedule").at(200);
        assertThat(nodes(stage)).containsExactly("a-0", "a-1", "a-2");
        assertThat(status(stage).desiredNumberScheduled()).isEqualTo(3);
        assertThat(status(stage).numberMisscheduled()).isZero();
        stage.patch(ResourceTypes.DAEMON_SETS, "d", "{'metadata': {'annotations': {'touched': 'yes'}}}")
                .at(201);
        assertThat(status(stage).desiredNumberScheduled()).isEqualTo(2);
        assertThat(status(stage).numberMisscheduled()).isEqualTo(1);
        assertThat(nodes(stage)).containsExactly("a-0", "a-1", "a-2");
        taint(stage, "a-1").at(202);
        assertThat(status(stage).desiredNumberScheduled()).isEqualTo(3);
        assertThat(status(stage).numberMisscheduled()).isZero();
    }

    @Test
    void d04ANoExecuteTaintEndsThePodAndNoneIsMade() {
        Stage stage = taint(running(3), "a-1", "k:NoExecute").at(300);
        assertThat(nodes(stage)).containsExactly("a-0", "a-2");
        assertThat(stage.events("SuccessfulCreate")).hasSize(3);
        assertThat(status(stage).desiredNumberScheduled()).isEqualTo(2);
        taint(stage, "a-1").at(330);
        assertThat(nodes(stage)).containsExactly("a-0", "a-1", "a-2");
    }

    @Test
    void d05ACordonedNodeGetsItsPodAndKeepsIt() {
        Stage stage = running(1);
        var node = StageManifests.node("late", "z");
        node.withObject("/spec").put("unschedulable", true);
        stage.create(ResourceTypes.NODES, node).at(60);
        assertThat(nodes(stage)).containsExactly("a-0", "late");
        assertThat(pods(stage)).allMatch(PodRule::ready);
        stage.patch(ResourceTypes.NODES, "a-0", "{'spec': {'unschedulable': true}}")
                .at(200);
        assertThat(nodes(stage)).containsExactly("a-0", "late");
    }

    @Test
    void d06ANodeThatIsNotReadyYetGetsNoPodUnlessTheTemplateToleratesIt() {
        String tolerating = "'tolerations': [{'key': 'node.kubernetes.io/not-ready', 'effect': 'NoSchedule',"
                + " 'operator': 'Exists'}],";
        for (String podSpec : List.of("", tolerating)) {
            Stage stage = running(1, "", podSpec);
            var node = StageManifests.node("late", "z");
            node.withObject("/metadata").putObject("annotations").put("tenure.dev/fault", "stopped");
            node.withObject("/status")
                    .putArray("conditions")
                    .addObject()
                    .put("type", "Ready")
                    .put("status", "False");
            stage.create(ResourceTypes.NODES, node).at(30);
            assertThat(stage.taintsOf("late")).contains("node.kubernetes.io/not-ready:NoSchedule");
            assertThat(nodes(stage).contains("late")).isEqualTo(!podSpec.isEmpty());
            stage.fault("late", "").at(90);
            assertThat(nodes(stage)).contains("late");
        }
    }

    @Test
    void d07APodIsMadeForItsNodeAndBoundByTheScheduler() {
        Stage stage = Stage.of(Semantics.DOCUMENTED).nodes("a", 1).at(30);
        daemons(stage, "", "").at(35);
        JsonNode pod = Json.readObject(stage.all(ResourceTypes.PODS).getFirst().json());
        assertThat(pod.path("spec").path("affinity")).isEqualTo(StageManifests.json("""
                {'nodeAffinity': {'requiredDuringSchedulingIgnoredDuringExecution': {'nodeSelectorTerms': [
                 {'matchFields': [{'key': 'metadata.name', 'operator': 'In', 'values': ['a-0']}]}]}}}"""));
        assertThat(pod.path("spec").has("nodeName")).isFalse();
        assertThat(pod.path("spec").path("schedulerName").asText()).isEqualTo("default-scheduler");
        assertThat(pod.path("metadata")
                        .path("labels")
                        .path("pod-template-generation")
                        .asText())
                .isEqualTo("1");
        stage.cluster().startScheduler();
        stage.at(50);
        assertThat(nodes(stage)).containsExactly("a-0");
    }

    @Test
    void requiredTermsOfTheTemplateAreReplacedAndPreferredOnesStay() {
        Stage stage = running(2, "", """
                'affinity': {'nodeAffinity': {
                 'requiredDuringSchedulingIgnoredDuringExecution': {'nodeSelectorTerms': [{'matchExpressions': [
                   {'key': 'kubernetes.io/hostname', 'operator': 'In', 'values': ['a-1']}]}]},
                 'preferredDuringSchedulingIgnoredDuringExecution': [{'weight': 3, 'preference': {'matchExpressions': [
                   {'key': 'x', 'operator': 'Exists'}]}}]}},""");
        assertThat(nodes(stage)).containsExactly("a-1");
        Pod pod = pods(stage).getFirst();
        assertThat(pod.spec().affinity().preferredNodes()).hasSize(1);
        assertThat(pod.spec().affinity().requiredNodes().orElseThrow())
                .hasSize(1)
                .allSatisfy(term -> {
                    assertThat(term.matchExpressions()).isEmpty();
                    assertThat(term.matchFields()).hasSize(1);
                });
    }

    @Test
    void aPreferNoScheduleTaintKeepsNobodyOff() {
        Stage stage = stage(2);
        taint(stage, "a-0", "k:PreferNoSchedule");
        assertThat(nodes(daemons(stage, "", "").at(20))).containsExactly("a-0", "a-1");
    }

    @Test
    void podsFollowTheLabelsOfNodes() {
        Stage stage = running(3, "", "'nodeSelector': {'disk': 'fast'},");
        assertThat(pods(stage)).isEmpty();
        assertThat(status(stage).observedGeneration()).isEqualTo(1);
        stage.patch(ResourceTypes.NODES, "a-2", "{'metadata': {'labels': {'disk': 'fast'}}}")
                .at(40);
        assertThat(nodes(stage)).containsExactly("a-2");
        stage.patch(ResourceTypes.NODES, "a-2", "{'metadata': {'labels': {'disk': null}}}")
                .at(80);
        assertThat(pods(stage)).isEmpty();
    }

    @Test
    void aDaemonPodStaysOnANodeThatFellSilent() {
        Stage stage = running(3).fault("a-1", "stopped").at(1000);
        assertThat(stage.taintsOf("a-1")).contains("node.kubernetes.io/unreachable:NoExecute");
        assertThat(nodes(stage)).containsExactly("a-0", "a-1", "a-2");
    }

    @Test
    void aRestartInTheMiddleMakesNoPodTwice() {
        Stage stage = stage(20);
        daemons(stage, "", "");
        for (int i = 0; i < 20; i++) {
            stage.at(0.002 * i).cluster().restartControllers();
        }
        stage.at(60);
        assertThat(pods(stage)).hasSize(20);
        assertThat(nodes(stage)).hasSize(20);
    }

    @Test
    void podsThatMatchAreAdoptedAndCountForTheirNode() {
        Stage stage = stage(2);
        var pod = StageManifests.pod("mine", "a-0", "[]");
        pod.withObject("/metadata").putObject("labels").put("app", "d");
        stage.create(ResourceTypes.PODS, pod);
        daemons(stage, "'updateStrategy': {'type': 'OnDelete'},", "").at(20);
        assertThat(pods(stage)).hasSize(2);
        assertThat(stage.seePod("mine").meta().controllerOwner()).isPresent();
    }

    @Test
    void aPodThatIsForNoNodeIsAdoptedAndLeftAlone() {
        Stage stage = stage(2);
        var pod = StageManifests.pod("mine", "", "[]");
        pod.withObject("/metadata").putObject("labels").put("app", "d");
        pod.withObject("/spec").putObject("nodeSelector").put("no", "node");
        stage.create(ResourceTypes.PODS, pod);
        daemons(stage, "", "").at(20);
        assertThat(roll(stage, 2).at(100).seePod("mine").meta().controllerOwner())
                .isPresent();
        assertThat(withImage(stage, 2)).isEqualTo(2);
        assertThat(status(stage).updatedNumberScheduled()).isEqualTo(2);
    }

    @Test
    void aFailedPodThatMatchesIsAdoptedAndReplaced() {
        Stage stage = stage(2);
        var pod = StageManifests.pod("mine", "a-0", "[]");
        pod.withObject("/metadata").putObject("labels").put("app", "d");
        stage.create(ResourceTypes.PODS, pod)
                .patch(ResourceTypes.PODS, "mine", "status", "{'status': {'phase': 'Failed'}}");
        daemons(stage, "", "").at(20);
        assertThat(stage.events("FailedDaemonPod"))
                .containsExactly(
                        "FailedDaemonPod: Found failed daemon pod default/mine on node a-0, will try to kill it");
        assertThat(stage.find(ResourceTypes.PODS, "mine")).isEmpty();
        assertThat(nodes(stage)).containsExactly("a-0", "a-1");
    }

    @Test
    void deletingTheSetTakesPodsAndRevisionsAlong() {
        Stage stage = running(3);
        stage.delete(ResourceTypes.DAEMON_SETS, "d", "{}").at(100);
        assertThat(pods(stage)).isEmpty();
        assertThat(revisions(stage)).isEmpty();
    }

    @Test
    void availabilityWaitsForTheSecondsThatAPodMustHaveBeenReady() {
        Stage stage = daemons(stage(2), "'minReadySeconds': 30,", "").at(20);
        assertThat(status(stage).numberReady()).isEqualTo(2);
        assertThat(status(stage).numberAvailable()).isZero();
        stage.at(50);
        assertThat(status(stage).numberAvailable()).isEqualTo(2);
    }
}
