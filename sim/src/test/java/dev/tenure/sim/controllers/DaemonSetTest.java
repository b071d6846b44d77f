package dev.tenure.sim.controllers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.tainteviction.Semantics;
import dev.tenure.model.apps.DaemonSet;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.Stay;
import dev.tenure.model.core.Toleration;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.rules.pod.PodRule;
import dev.tenure.sim.stage.Stage;
import dev.tenure.sim.stage.StageManifests;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
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

    private static Stage stage(int nodes) {
        Stage stage = Stage.of(Semantics.DOCUMENTED).nodes("a", nodes);
        stage.cluster().startScheduler();
        return stage.at(30).begin();
    }

    /// @param spec further fields of the set's spec, each followed by a comma
    /// @param podSpec further fields of the pods' spec, each followed by a comma
    private static Stage daemons(Stage stage, String spec, String podSpec) {
        return stage.create(ResourceTypes.DAEMON_SETS, StageManifests.json("""
                {'apiVersion': 'apps/v1', 'kind': 'DaemonSet', 'metadata': {'name': 'd'}, 'spec': {%s
                 'selector': {'matchLabels': {'app': 'd'}}, 'template': %s}}""".formatted(spec, template(1, podSpec))));
    }

    private static String template(int image, String podSpec) {
        return """
                {'metadata': {'labels': {'app': 'd'}}, 'spec': {%s 'containers':
                 [{'name': 'main', 'image': 'registry.test/app:%d'}]}}""".formatted(podSpec, image);
    }

    private static Stage running(int nodes, String spec, String podSpec) {
        return daemons(stage(nodes), spec, podSpec).at(20);
    }

    private static Stage running(int nodes) {
        return running(nodes, "", "");
    }

    private static List<Pod> pods(Stage stage) {
        return stage.all(ResourceTypes.PODS).stream()
                .map(pod -> pod.view(Pod.class))
                .filter(pod -> !pod.meta().deleting())
                .toList();
    }

    private static Set<String> nodes(Stage stage) {
        return pods(stage).stream().map(pod -> pod.spec().nodeName()).collect(Collectors.toCollection(TreeSet::new));
    }

    private static DaemonSet.DaemonSetStatus status(Stage stage) {
        return stage.find(ResourceTypes.DAEMON_SETS, "d")
                .orElseThrow()
                .view(DaemonSet.class)
                .status();
    }

    private static Stage taint(Stage stage, String node, String... taints) {
        String all = List.of(taints).stream().map(StageManifests::taint).collect(Collectors.joining(", ", "[", "]"));
        return stage.patch(ResourceTypes.NODES, node, "{'spec': {'taints': %s}}".formatted(all));
    }

    private static List<String> tolerated(Pod pod) {
        return pod.spec().tolerations().stream()
                .map(t -> t.key() + ":" + t.effect().orElseThrow().word())
                .toList();
    }

    private static List<StoredObject> revisions(Stage stage) {
        return stage.all(ResourceTypes.CONTROLLER_REVISIONS);
    }

    private static long withImage(Stage stage, int image) {
        return pods(stage).stream()
                .filter(pod -> pod.spec().containers().getFirst().image().endsWith(":" + image))
                .count();
    }

    private static Stage roll(Stage stage, int image) {
        return stage.patch(ResourceTypes.DAEMON_SETS, "d", "{'spec': {'template': %s}}".formatted(template(image, "")));
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
    void aRollingUpdateKeepsToItsBound() {
        Stage stage = running(5, "'updateStrategy': {'rollingUpdate': {'maxUnavailable': 2}},", "");
        var least = new AtomicInteger(5);
        stage.cluster().world().afterEachEvent(() -> {
            int available = (int) pods(stage).stream().filter(PodRule::ready).count();
            least.accumulateAndGet(available, Math::min);
        });
        roll(stage, 2).at(300);
        stage.cluster().world().afterEachEvent(() -> {});
        assertThat(withImage(stage, 2)).isEqualTo(5);
        assertThat(least.get()).isEqualTo(3);
        assertThat(status(stage).updatedNumberScheduled()).isEqualTo(5);
        assertThat(status(stage).numberAvailable()).isEqualTo(5);
        assertThat(status(stage).numberUnavailable()).isZero();
    }

    @Test
    void aSurgingUpdateNeverLeavesANodeWithoutAPod() {
        Stage stage = running(4, "'updateStrategy': {'rollingUpdate': {'maxUnavailable': 0, 'maxSurge': '50%'}},", "");
        var nodesServed = new AtomicInteger(4);
        var most = new AtomicInteger(4);
        stage.cluster().world().afterEachEvent(() -> {
            long served = pods(stage).stream()
                    .filter(PodRule::ready)
                    .map(pod -> pod.spec().nodeName())
                    .distinct()
                    .count();
            nodesServed.accumulateAndGet((int) served, Math::min);
            most.accumulateAndGet(pods(stage).size(), Math::max);
        });
        roll(stage, 2).at(300);
        stage.cluster().world().afterEachEvent(() -> {});
        assertThat(withImage(stage, 2)).isEqualTo(4);
        assertThat(pods(stage)).hasSize(4);
        assertThat(nodesServed.get()).isEqualTo(4);
        assertThat(most.get()).isBetween(5, 6);
    }

    @Test
    void onDeleteWaitsForSomebodyToDelete() {
        Stage stage = roll(running(2, "'updateStrategy': {'type': 'OnDelete'},", ""), 2)
                .at(200);
        assertThat(withImage(stage, 1)).isEqualTo(2);
        assertThat(status(stage).updatedNumberScheduled()).isZero();
        assertThat(revisions(stage)).hasSize(2);
        stage.delete(ResourceTypes.PODS, pods(stage).getFirst().meta().name(), "{}")
                .at(300);
        assertThat(withImage(stage, 2)).isEqualTo(1);
        assertThat(status(stage).updatedNumberScheduled()).isEqualTo(1);
    }

    @Test
    void revisionsTellTheTemplatesAndUndoneOnesBecomeTheLatest() {
        Stage stage = running(2);
        assertThat(revisions(stage)).hasSize(1);
        JsonNode first = Json.readObject(revisions(stage).getFirst().json());
        assertThat(first.path("revision").asInt()).isEqualTo(1);
        JsonNode template = first.path("data").path("spec").path("template");
        assertThat(template.path("$patch").asText()).isEqualTo("replace");
        assertThat(template.path("spec")
                        .path("containers")
                        .path(0)
                        .path("image")
                        .asText())
                .isEqualTo("registry.test/app:1");
        String hash = first.path("metadata")
                .path("labels")
                .path("controller-revision-hash")
                .asText();
        assertThat(pods(stage)).allMatch(pod -> hash.equals(pod.meta().labels().get("controller-revision-hash")));
        roll(roll(stage, 2).at(100), 1).at(200);
        Map<String, Integer> numbers = revisions(stage).stream()
                .map(revision -> Json.readObject(revision.json()))
                .collect(Collectors.toMap(
                        json -> json.path("metadata").path("name").asText(),
                        json -> json.path("revision").asInt()));
        assertThat(numbers)
                .hasSize(2)
                .containsEntry(first.path("metadata").path("name").asText(), 3);
        assertThat(withImage(stage, 1)).isEqualTo(2);
    }

    @Test
    void oldRevisionsBeyondTheLimitGo() {
        Stage stage = running(1, "'revisionHistoryLimit': 2,", "");
        for (int image = 2; image <= 6; image++) {
            roll(stage, image).at(20 + image * 60);
        }
        assertThat(revisions(stage).stream()
                        .map(revision -> Json.readObject(revision.json())
                                .path("revision")
                                .asInt()))
                .containsExactlyInAnyOrder(4, 5, 6);
    }

    @Test
    void aPodThatAlwaysFailsIsReplacedEverMoreSlowly() {
        Stage stage = stage(1);
        daemons(stage, "", "").at(10);
        for (int second = 10; second < 130; second++) {
            stage.at(second);
            for (Pod pod : pods(stage)) {
                stage.patch(ResourceTypes.PODS, pod.meta().name(), "status", "{'status': {'phase': 'Failed'}}");
            }
        }
        long kills = stage.events("FailedDaemonPod").size();
        assertThat(kills).isBetween(4L, 9L);
        assertThat(stage.events("FailedDaemonPod").getFirst()).contains("on node a-0, will try to kill it");
    }

    @Test
    void aFailedPodDoesNotWaitForOthersToBecomeAvailable() {
        Stage stage = daemons(stage(2), "'minReadySeconds': 300,", "").at(20);
        fail(stage, "a-0");
        stage.at(20.5);
        fail(stage, "a-0");
        stage.at(25);
        assertThat(stage.events("FailedDaemonPod")).hasSize(2);
    }

    private static void fail(Stage stage, String node) {
        pods(stage).stream()
                .filter(pod -> pod.spec().nodeName().equals(node))
                .forEach(pod -> stage.patch(
                        ResourceTypes.PODS, pod.meta().name(), "status", "{'status': {'phase': 'Failed'}}"));
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
