package dev.tenure.sim.controllers.tainteviction;

import static dev.tenure.sim.stage.StageManifests.tolerating;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tenure.client.informer.DefinedTypes;
import dev.tenure.controllers.tainteviction.policy.PolicyTypes;
import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.sim.stage.Stage;
import dev.tenure.sim.stage.StageManifests;
import dev.tenure.sim.world.PlayedKinds;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Which pods leave because of taints that by themselves only keep new pods away, where a policy says so.
/// Second 0 is that of the taint.
final class StandingPodsTest {
    private static final String ALSO = ", 'alsoEvictFor': ['NoSchedule'], 'spare': []";
    private static final String K = "{'key': 'k', 'operator': 'Exists'}";

    private static Stage stage() {
        return stage(Semantics.DOCUMENTED);
    }

    private static Stage stage(Semantics semantics) {
        Stage stage = Stage.of(semantics).node("n").node("m");
        return stage.create(DefinedTypes.DEFINITIONS, PlayedKinds.policies()).at(60);
    }

    private static ObjectNode policy(String name, String taints, String spec) {
        return StageManifests.json("""
                {'apiVersion': 'tenure.dev/v1alpha1', 'kind': 'TaintEvictionPolicy', 'metadata': {'name': '%s'},
                 'spec': {'taints': [%s]%s}}
                """.formatted(name, taints, spec));
    }

    private static Stage policy(Stage stage, String spec) {
        return stage.create(PolicyTypes.POLICIES, policy("dedicate", K, spec));
    }

    private static Stage begun(Stage stage) {
        return stage.pass(10).begin();
    }

    private static String record(Stage stage) {
        return stage.client().get(ResourceTypes.CONFIG_MAPS, "kube-system", "tenure-node-n")
                        instanceof ApiReply.One(var _, var map, var _)
                ? Document.of(map.content()).text("data", "stays")
                : "";
    }

    private static void left(Stage stage, String pod, double second) {
        assertThat(stage.left(pod))
                .as("%s leaves", pod)
                .hasValueSatisfying(at -> assertThat(at).isCloseTo(second, within(0.2)));
    }

    @Test
    void withoutTheFieldNobodyLeavesAndNothingIsWrittenDown() {
        Stage stage = begun(policy(stage().pod("p"), ", 'minStaySeconds': 1"));
        stage.taints("k:NoSchedule", "k:PreferNoSchedule").at(600);
        assertThat(stage.left("p")).isEmpty();
        assertThat(record(stage)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "NoSchedule, 'NoSchedule', true",
        "NoSchedule, 'PreferNoSchedule', false",
        "PreferNoSchedule, 'PreferNoSchedule', true",
        "PreferNoSchedule, 'NoSchedule', false"
    })
    void podsLeaveForTheEffectsThatAreNamed(String effect, String named, boolean leaves) {
        Stage stage = begun(policy(stage().pod("p"), ", 'alsoEvictFor': ['%s'], 'spare': []".formatted(named)));
        stage.taints("k=v:" + effect).at(60);
        assertThat(stage.left("p").isPresent()).isEqualTo(leaves);
    }

    @Test
    void whyIsToldWithTheEffect() {
        Stage stage = begun(policy(stage().pod("p"), ALSO));
        stage.patch(ResourceTypes.PODS, "p", "{'metadata': {'finalizers': ['test/stays']}}");
        stage.taints("k=v:NoSchedule").at(5);
        left(stage, "p", 0);
        Condition condition =
                stage.seePod("p").status().condition(Pod.DISRUPTION_TARGET).orElseThrow();
        assertThat(condition.reason()).isEqualTo("DeletionByTaintManager");
        assertThat(condition.message()).isEqualTo("Taint manager: deleting due to NoSchedule taint");
        JsonNode page =
                stage.cluster().page("taint-eviction", List.of(), Map.of()).orElseThrow();
        assertThat(page.at("/past/0/cause").asText()).isEqualTo("taint");
        assertThat(page.at("/past/0/taint").asText()).isEqualTo("k=v:NoSchedule");
        assertThat(stage.events("TaintManagerEviction")).hasSize(1);
    }

    @Test
    void inTheSemanticsOfKubernetesNobodyLeaves() {
        Stage stage = begun(policy(stage(Semantics.KUBERNETES_1_36).pod("p"), ALSO));
        stage.taints("k:NoSchedule").at(60);
        assertThat(stage.left("p")).isEmpty();
    }

    private static String exists(String effect) {
        return "{'key': 'k', 'operator': 'Exists'%s}".formatted(effect);
    }

    @Test
    void whoToleratesTheEffectStays() {
        Stage stage = stage().pod("all", exists(""))
                .pod("same", exists(", 'effect': 'NoSchedule'"))
                .pod("executed", exists(", 'effect': 'NoExecute'"))
                .pod("while", tolerating("k", 300));
        begun(policy(stage, ALSO)).taints("k:NoSchedule").at(60);
        assertThat(stage.left("all")).isEmpty();
        assertThat(stage.left("same")).isEmpty();
        left(stage, "executed", 0);
        left(stage, "while", 0);
    }

    @Test
    void aPolicyThatToleratesCountsHereToo() {
        Stage stage = policy(stage().pod("p"), ALSO);
        stage.create(PolicyTypes.POLICIES, policy("grace", K, ", 'tolerate': true, 'tolerateSeconds': 60"));
        begun(stage).taints("k:NoSchedule").at(20);
        JsonNode coming = stage.cluster()
                .page("taint-eviction", List.of(), Map.of())
                .orElseThrow()
                .at("/coming/0");
        assertThat(coming.path("taint").asText()).isEqualTo("k:NoSchedule");
        assertThat(coming.path("secondsLeft").asDouble()).isCloseTo(40, within(1.1));
        assertThat(stage.at(59.9).left("p")).isEmpty();
        left(stage.at(70), "p", 60);
    }

    @Test
    void whoComesLaterStays() {
        Stage stage = begun(policy(stage().pod("old"), ALSO));
        stage.taints("k:NoSchedule").at(1);
        left(stage, "old", 0);
        stage.pod("new").at(100);
        stage.cluster().restartControllers();
        stage.at(200);
        assertThat(stage.left("new")).isEmpty();
        // another value is another taint
        stage.taints("k=other:NoSchedule").at(210);
        left(stage, "new", 200);
    }

    @Test
    void aWorkloadThatNamesItsNodeIsMadeAnewOnce() {
        Stage stage = policy(stage(), ", 'alsoEvictFor': ['NoSchedule']");
        stage.create(ResourceTypes.REPLICA_SETS, StageManifests.json("""
                {'apiVersion': 'apps/v1', 'kind': 'ReplicaSet', 'metadata': {'name': 'web'}, 'spec': {'replicas': 2,
                 'selector': {'matchLabels': {'app': 'web'}}, 'template': {'metadata': {'labels': {'app': 'web'}},
                 'spec': {'nodeName': 'n', 'containers': [{'name': 'main', 'image': 'registry.test/app:1'}]}}}}"""));
        begun(stage).taints("k:NoSchedule").at(0.4);
        List<String> second = names(stage);
        stage.at(5);
        stage.cluster().restartControllers();
        stage.at(300);
        assertThat(names(stage)).hasSize(2).containsExactlyElementsOf(second);
        JsonNode page =
                stage.cluster().page("taint-eviction", List.of(), Map.of()).orElseThrow();
        assertThat(page.path("pastTotal").asInt()).isEqualTo(2);
    }

    private static List<String> names(Stage stage) {
        return stage.all(ResourceTypes.PODS).stream()
                .filter(pod -> !pod.header().deleting())
                .map(pod -> pod.key().name())
                .sorted()
                .toList();
    }

    @Test
    void whoWasThereBeforeLeavesAfterARestartToo() {
        Stage stage = begun(policy(stage().pod("p"), ALSO + ", 'paused': true"));
        stage.taints("k:NoSchedule").at(20);
        stage.cluster().restartControllers();
        stage.at(40);
        assertThat(stage.left("p")).isEmpty();
        stage.patch(PolicyTypes.POLICIES, "dedicate", "{'spec': {'paused': false}}")
                .at(41);
        left(stage, "p", 40);
    }

    @Test
    void aPolicyThatComesAfterTheTaintCountsFromThen() {
        Stage stage = begun(stage().pod("p")).taints("k:NoSchedule").at(10).pod("later");
        stage.at(30);
        policy(stage, ALSO + ", 'minStaySeconds': 20").at(45);
        stage.cluster().restartControllers();
        stage.at(60);
        left(stage, "p", 50);
        left(stage, "later", 50);
    }

    @Test
    void aTaintThatSaysWhenItCameIsBelieved() {
        Stage stage = begun(stage().pod("p"));
        String time = stage.cluster().world().wall().toString();
        stage.patch(ResourceTypes.NODES, "n", """
                {'spec': {'taints': [{'key': 'k', 'effect': 'NoSchedule', 'timeAdded': '%s'}]}}""".formatted(time)).at(30);
        stage.pod("later").at(40);
        policy(stage, ALSO + ", 'minStaySeconds': 20").at(60);
        left(stage, "p", 40);
        assertThat(stage.left("later")).isEmpty();
    }

    @Test
    void bothTaintsOfOneKeyHaveTheirOwnTime() {
        Stage stage = begun(policy(stage().pod("p", tolerating("k")), ALSO + ", 'minStaySeconds': 30"));
        stage.taints("k:NoExecute").at(20);
        stage.taints("k:NoExecute", "k:NoSchedule").at(30);
        assertThat(record(stage)).contains("\"k\"", "\"k:NoSchedule\"");
        stage.cluster().restartControllers();
        stage.at(80);
        left(stage, "p", 50);
    }

    @Test
    void ofTheClustersOwnTaintsOnlyThoseCountThatAreNamed() {
        Stage stage = stage().pod("p");
        stage.create(
                PolicyTypes.POLICIES,
                policy("all", "{'operator': 'Exists'}", ", 'alsoEvictFor': ['NoSchedule'], 'spare': []"));
        begun(stage).patch(ResourceTypes.NODES, "n", "{'spec': {'unschedulable': true}}");
        assertThat(stage.at(20).taintsOf("n")).containsExactly("node.kubernetes.io/unschedulable:NoSchedule");
        assertThat(stage.left("p")).isEmpty();
        stage.create(
                PolicyTypes.POLICIES,
                policy("cordoned", "{'key': 'node.kubernetes.io/unschedulable', 'operator': 'Exists'}", ALSO));
        left(stage.at(30), "p", 20);
    }

    @Test
    void podsOfSilentNodesLeaveAsEver() {
        Stage stage = stage().pod(
                        "p",
                        "{'key': 'node.kubernetes.io/unreachable', 'operator': 'Exists', 'effect':"
                                + " 'NoExecute', 'tolerationSeconds': 100}");
        String silence = "{'key': 'node.kubernetes.io/unreachable', 'operator': 'Exists'}, {'operator': 'Exists'}";
        stage.create(PolicyTypes.POLICIES, policy("all", silence, ALSO));
        begun(stage).fault("n", "stopped").at(100);
        assertThat(stage.taintsOf("n")).contains("node.kubernetes.io/unreachable:NoSchedule");
        assertThat(stage.left("p")).isEmpty();
        assertThat(stage.at(200).left("p")).isPresent();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'alsoEvictFor': ['NoExecute']",
                "'alsoEvictFor': ['NoSchedule', 'NoSchedule']",
                "'alsoEvictFor': 'NoSchedule'",
                "'spare': []",
                "'alsoEvictFor': ['NoSchedule'], 'spare': ['DaemonSetPods']"
            })
    void whatMeansNothingIsRefused(String spec) {
        ApiReply reply =
                stage().client().create(PolicyTypes.POLICIES, "", Document.of(policy("dedicate", K, ", " + spec)));
        assertThat(reply).isInstanceOf(ApiReply.Failure.class);
    }
}
