package dev.tenure.sim.controllers.tainteviction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tenure.client.informer.DefinedTypes;
import dev.tenure.controllers.tainteviction.board.ComingEviction;
import dev.tenure.controllers.tainteviction.policy.PolicyTypes;
import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.sim.stage.Stage;
import dev.tenure.sim.stage.StageManifests;
import dev.tenure.sim.world.PlayedKinds;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Pods that stay although a policy makes others leave because of a taint that only keeps new ones away: some
/// kinds for good, the others for as long as policies hold them.
final class SparedPodsTest {
    private static final String ALSO = "'alsoEvictFor': ['NoSchedule'], 'spare': []";

    private static Stage stage() {
        Stage stage =
                Stage.of(Semantics.DOCUMENTED).node("n").node("m").node("o").node("q");
        return stage.create(DefinedTypes.DEFINITIONS, PlayedKinds.policies()).at(60);
    }

    private static Stage policy(Stage stage, String name, String spec) {
        return stage.create(PolicyTypes.POLICIES, StageManifests.json("""
                {'apiVersion': 'tenure.dev/v1alpha1', 'kind': 'TaintEvictionPolicy', 'metadata': {'name': '%s'},
                 'spec': {'taints': [{'key': 'k', 'operator': 'Exists'}], %s}}
                """.formatted(name, spec)));
    }

    private static List<String> held(Stage stage) {
        return stage.cluster().comingEvictions().stream()
                .map(ComingEviction::hold)
                .flatMap(Optional::stream)
                .map(Object::toString)
                .toList();
    }

    private static void left(Stage stage, String pod, double second) {
        assertThat(stage.left(pod))
                .as("%s leaves", pod)
                .hasValueSatisfying(at -> assertThat(at).isCloseTo(second, within(0.2)));
    }

    private static final String OWNED = "'ownerReferences': [{'apiVersion': 'example.com/v1', 'kind': 'Owner',"
            + " 'name': 'o', 'uid': '1-2-3', 'controller': true}]";

    private static ObjectNode pod(String metadata, String spec) {
        return StageManifests.json(
                """
                {'apiVersion': 'v1', 'kind': 'Pod', 'metadata': {'name': 'p'%s}, 'spec': {'nodeName': 'n',
                 'containers': [{'name': 'main', 'image': 'registry.test/app:1'}]%s}}
                """.formatted(metadata.isEmpty() ? "" : ", " + metadata, spec.isEmpty() ? "" : ", " + spec));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                // metadata | spec | leaves by default | leaves where none is spared
                "owned | \"\" | true | true",
                "\"\" | \"\" | false | true",
                "owned | 'volumes': [{'name': 'v', 'emptyDir': {}}] | false | true",
                "owned | 'volumes': [{'name': 'v', 'hostPath': {'path': '/x'}}] | false | true",
                "owned | 'volumes': [{'name': 'v', 'configMap': {'name': 'x'}}] | true | true",
                "owned | 'priorityClassName': 'system-node-critical' | false | true",
                "'annotations': {'kubernetes.io/config.mirror': 'x'} | \"\" | false | false"
            })
    void someKindsOfPodsAreSpared(String metadata, String spec, boolean byDefault, boolean whereNoneIs) {
        Stage stage = policy(stage(), "few", "'alsoEvictFor': ['NoSchedule']")
                .create(ResourceTypes.PODS, pod(metadata.replace("owned", OWNED), spec));
        stage.pass(5).begin().taints("k:NoSchedule").at(20);
        assertThat(stage.left("p").isPresent()).isEqualTo(byDefault);
        stage.patch(PolicyTypes.POLICIES, "few", "{'spec': {'spare': []}}").at(30);
        assertThat(stage.left("p").isPresent()).isEqualTo(whereNoneIs);
    }

    @Test
    void podsOfDaemonSetsStay() {
        Stage stage = policy(stage(), "all", ALSO);
        stage.cluster().startScheduler();
        stage.create(ResourceTypes.DAEMON_SETS, StageManifests.json("""
                {'apiVersion': 'apps/v1', 'kind': 'DaemonSet', 'metadata': {'name': 'agent'}, 'spec': {
                 'selector': {'matchLabels': {'app': 'agent'}}, 'template': {'metadata': {'labels': {'app': 'agent'}},
                 'spec': {'containers': [{'name': 'main', 'image': 'registry.test/app:1'}]}}}}"""));
        stage.pass(10).begin();
        List<String> before = names(stage);
        stage.taints("k:NoSchedule").at(60);
        assertThat(names(stage)).hasSize(4).isEqualTo(before);
    }

    private static List<String> names(Stage stage) {
        return stage.all(ResourceTypes.PODS).stream()
                .map(pod -> pod.key().name())
                .sorted()
                .toList();
    }

    @Test
    void aPodThatEndsWhileItIsHeldIsInNobodysWay() {
        Stage stage = policy(stage().pod("p"), "calm", ALSO + ", 'paused': true");
        stage.pass(5).begin().taints("k:NoSchedule").at(5);
        assertThat(held(stage)).containsExactly("policy calm is paused");
        stage.patch(ResourceTypes.PODS, "p", "status", "{'status': {'phase': 'Succeeded'}}")
                .at(10);
        assertThat(held(stage)).isEmpty();
        stage.patch(PolicyTypes.POLICIES, "calm", "{'spec': {'paused': false}}").at(20);
        assertThat(stage.left("p")).isEmpty();
    }

    @Test
    void aPodThatLosesItsOwnerWhileItIsHeldStays() {
        Stage stage = policy(stage(), "calm", "'alsoEvictFor': ['NoSchedule'], 'paused': true")
                .create(ResourceTypes.PODS, pod(OWNED, ""));
        stage.pass(5).begin().taints("k:NoSchedule").at(5);
        assertThat(held(stage)).hasSize(1);
        stage.patch(ResourceTypes.PODS, "p", "{'metadata': {'ownerReferences': null}}")
                .at(10);
        assertThat(held(stage)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "'minStaySeconds': 30 | policy how, stay: 30 s at least",
                "'paused': true | policy how is paused",
                "'maxTaintedNodes': 1 | policy how, brake: 2 of 4 nodes are tainted, more than 1",
                "'budgets': 'Respect' | policy how, budget: The disruption budget web needs 1 healthy pods and has 1 currently"
            })
    void everyHoldOfAPolicyHoldsThemToo(String spec, String hold) {
        Stage stage = policy(stage(), "how", ALSO + ", " + spec).create(ResourceTypes.PODS, pod(OWNED, ""));
        stage.patch(ResourceTypes.PODS, "p", "{'metadata': {'labels': {'app': 'web'}}}");
        stage.create(ResourceTypes.POD_DISRUPTION_BUDGETS, StageManifests.json("""
                {'apiVersion': 'policy/v1', 'kind': 'PodDisruptionBudget', 'metadata': {'name': 'web'},
                 'spec': {'minAvailable': 1, 'selector': {'matchLabels': {'app': 'web'}}}}"""));
        stage.patch(ResourceTypes.NODES, "m", "{'spec': {'taints': [{'key': 'k', 'effect': 'NoSchedule'}]}}");
        stage.pass(40).begin().taints("k:NoSchedule").at(20);
        assertThat(held(stage)).containsExactly(hold);
        JsonNode status = Json.readObject(
                        stage.find(PolicyTypes.POLICIES, "how").orElseThrow().json())
                .path("status");
        assertThat(status.path("held").asInt()).isEqualTo(1);
    }

    @Test
    void theyLeaveAtThePaceOfThePolicy() {
        Stage stage = policy(stage().pod("p1").pod("p2").pod("p3"), "paced", ALSO + ", 'podsPerMinute': 6");
        stage.pass(5).begin().taints("k:NoSchedule").at(30);
        IntStream.range(0, 3).forEach(i -> left(stage, "p" + (i + 1), i * 10));
    }

    @Test
    void aPolicyWithoutTheFieldHoldsThemToo() {
        Stage stage = policy(policy(stage().pod("p"), "all", ALSO), "calm", "'paused': true");
        stage.pass(5).begin().taints("k:NoSchedule").at(20);
        assertThat(held(stage)).containsExactly("policy calm is paused");
        stage.delete(PolicyTypes.POLICIES, "calm", "{}").at(21);
        left(stage, "p", 20);
    }

    @Test
    void aBrakeCountsWhatThePolicyMakesPodsLeaveFor() {
        Stage stage = policy(policy(stage().pod("p"), "all", ALSO), "brake", "'maxTaintedNodes': 0");
        // of the brake's own policy nobody leaves for NoSchedule
        stage.pass(5).begin().taints("k:NoSchedule").at(20);
        left(stage, "p", 0);
    }

    @ParameterizedTest
    @CsvSource({"taint", "toleration", "policy", "field", "label"})
    void whoNeedNotLeaveAnyMoreStays(String what) {
        Stage stage = policy(
                stage().pod("p"),
                "all",
                ALSO + ", 'podSelector': {'matchExpressions': " + "[{'key': 'free', 'operator': 'DoesNotExist'}]}");
        policy(stage, "calm", "'paused': true");
        stage.pass(5).begin().taints("k:NoSchedule").at(20);
        assertThat(held(stage)).hasSize(1);
        switch (what) {
            case "taint" -> stage.taints();
            case "toleration" -> stage.tolerations("p", "{'key': 'k', 'operator': 'Exists'}");
            case "policy" -> stage.delete(PolicyTypes.POLICIES, "all", "{}");
            case "field" -> stage.patch(PolicyTypes.POLICIES, "all", "{'spec': {'alsoEvictFor': null, 'spare': null}}");
            case "label" -> stage.patch(ResourceTypes.PODS, "p", "{'metadata': {'labels': {'free': 'yes'}}}");
            default -> throw new IllegalArgumentException(what);
        }
        stage.at(25);
        assertThat(held(stage)).isEmpty();
        assertThat(stage.events("TaintManagerEviction"))
                .containsExactly("TaintManagerEviction: Cancelling deletion of Pod default/p");
        stage.delete(PolicyTypes.POLICIES, "calm", "{}").at(60);
        assertThat(stage.left("p")).isEmpty();
    }

    @Test
    void replacementsComeFirstHereToo() {
        var world = new ReplacementStage(2).policy(ReplacementStage.FIRST + ", 'alsoEvictFor': ['NoSchedule']");
        world.taint("k:NoSchedule").at(5);
        assertThat(world.held())
                .hasSize(2)
                .allSatisfy(hold -> assertThat(hold).startsWith("policy first, replacement"));
        assertThat(world.leastReadyUntil(60)).isEqualTo(2);
        assertThat(world.on("n")).isEmpty();
        assertThat(world.pods()).hasSize(2);
    }

    @Test
    void wherePreferNoScheduleKeepsNobodyAwayNobodyGoesInCircles() {
        var world = new ReplacementStage(2).policy("'alsoEvictFor': ['PreferNoSchedule'], 'budgets': 'Respect'");
        world.stage().patch(ResourceTypes.NODES, "m", "{'spec': {'unschedulable': true}}");
        world.stage().patch(ResourceTypes.NODES, "o", "{'spec': {'unschedulable': true}}");
        List<String> before = world.on("n");
        world.taint("k:PreferNoSchedule").at(60);
        List<String> after = world.on("n");
        assertThat(after).hasSize(2).doesNotContainAnyElementsOf(before);
        world.stage().cluster().restartControllers();
        world.at(300);
        assertThat(world.on("n")).isEqualTo(after);
    }

    private static Stage term(Stage stage, String taint, double seconds) {
        Instant end = stage.cluster().world().wall().plusSeconds((long) seconds);
        return stage.patch(ResourceTypes.NODES, "n", """
                {'metadata': {'annotations': {'taint-term.tenure.dev/a': '%s until %s'}}}""".formatted(taint, end));
    }

    private static List<String> ahead(Stage stage) {
        return stage.cluster().comingEvictions().stream()
                .map(each -> each.pod() + (each.sparedAt().isPresent() ? " spared" : " leaves"))
                .toList();
    }

    @Test
    void whoseTaintGoesBeforeItsGrantedStayEndsIsTold() {
        Stage stage =
                policy(policy(stage().pod("p"), "all", ALSO), "grace", "'tolerate': true, 'tolerateSeconds': 300");
        term(stage.pass(5).begin().taints("k:NoSchedule"), "k:NoSchedule", 100).at(5);
        assertThat(ahead(stage)).containsExactly("p spared");
        term(stage, "k:NoSchedule", 1000).at(10);
        assertThat(ahead(stage)).containsExactly("p leaves");
    }

    @Test
    void aTaintThatAPodToleratesDoesNotCountBesideTheOneThatGoes() {
        Stage stage = policy(
                stage().pod("p", StageManifests.tolerating("x", 600), "{'key': 'k', 'operator': 'Exists'}"),
                "all",
                ALSO);
        term(stage.pass(5).begin().taints("x:NoExecute", "k:NoSchedule"), "x:NoExecute", 100)
                .at(5);
        assertThat(ahead(stage)).containsExactly("p spared");
    }
}
