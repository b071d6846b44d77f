package dev.tenure.sim.controllers;

import static dev.tenure.sim.stage.StageManifests.tolerating;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.client.informer.DefinedTypes;
import dev.tenure.controllers.nodereadiness.ReadinessTypes;
import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.core.Node;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.sim.stage.Stage;
import dev.tenure.sim.stage.StageManifests;
import dev.tenure.sim.world.PlayedKinds;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// NodeReadinessRules on whole clusters, as node-readiness-controller keeps them, and where that goes wrong.
class NodeReadinessTest {
    private static final String TAINT = "readiness.k8s.io/net:NoSchedule";
    private static final String EVERYWHERE =
            "'nodeSelector': {'matchExpressions': [{'key': 'x', 'operator': 'DoesNotExist'}]}";

    private static Stage stage(String... nodes) {
        Stage stage = Stage.of(Semantics.DOCUMENTED);
        for (String node : nodes) {
            stage.node(node);
        }
        return stage.create(DefinedTypes.DEFINITIONS, PlayedKinds.readinessRules())
                .at(60);
    }

    private static Stage rule(Stage stage, String name, String spec) {
        return rule(stage, name, "{}", spec);
    }

    private static Stage rule(Stage stage, String name, String annotations, String spec) {
        return stage.create(ReadinessTypes.RULES, StageManifests.json("""
                {'apiVersion': 'readiness.node.x-k8s.io/v1alpha1', 'kind': 'NodeReadinessRule',
                 'metadata': {'name': '%s', 'annotations': %s}, 'spec': {%s}}
                """.formatted(name, annotations, spec)));
    }

    private static String needing(String condition, String effect, String mode) {
        return """
                'conditions': [{'type': '%s', 'requiredStatus': 'True'}], 'enforcementMode': '%s',
                'taint': {'key': 'readiness.k8s.io/net', 'effect': '%s'}, %s\
                """.formatted(condition, mode, effect, EVERYWHERE);
    }

    private static String continuous() {
        return needing("Net", "NoSchedule", "continuous");
    }

    /// Reports a condition, as an agent of the node would.
    private static Stage report(Stage stage, String node, String condition, String status) {
        Instant now = stage.cluster().world().wall();
        ObjectNode patch = StageManifests.json(
                """
                {'status': {'conditions': [{'type': '%s', 'status': '%s', 'lastTransitionTime': '%s'}]}}
                """.formatted(condition, status, now.truncatedTo(java.time.temporal.ChronoUnit.SECONDS)));
        ApiReply reply = stage.client()
                .patch(
                        ResourceTypes.NODES,
                        "",
                        node,
                        "status",
                        new Body(Body.STRATEGIC_MERGE_PATCH, Document.of(patch)));
        assertThat(reply).isInstanceOf(ApiReply.One.class);
        return stage;
    }

    private static Optional<JsonNode> find(Stage stage, String rule) {
        return stage.find(ReadinessTypes.RULES, rule).map(stored -> Json.readObject(stored.json()));
    }

    private static JsonNode status(Stage stage, String rule) {
        return find(stage, rule).orElseThrow().path("status");
    }

    private static List<String> texts(JsonNode list) {
        var texts = new ArrayList<String>();
        list.forEach(each -> texts.add(each.asText()));
        return texts;
    }

    private static List<String> annotations(Stage stage, String node) {
        return stage
                .find(ResourceTypes.NODES, node)
                .orElseThrow()
                .view(Node.class)
                .meta()
                .annotations()
                .keySet()
                .stream()
                .filter(key -> key.startsWith("readiness.k8s.io/"))
                .toList();
    }

    private static List<String> told(Stage stage) {
        return stage.events().stream()
                .filter(event -> event.startsWith("Taint'") || event.startsWith("TaintA") || event.startsWith("TaintR"))
                .toList();
    }

    @Test
    void aNodeBearsTheTaintUntilItsConditionsAreAsRequired() {
        Stage stage = rule(stage("n", "m"), "net", continuous()).begin().at(2);
        assertThat(stage.nodesWith(TAINT)).containsExactly("m", "n");
        report(stage, "n", "Net", "True").at(4);
        assertThat(stage.nodesWith(TAINT)).containsExactly("m");
        report(stage, "n", "Net", "False").at(6);
        assertThat(stage.nodesWith(TAINT)).containsExactly("m", "n");
        assertThat(told(stage))
                .contains(
                        "TaintAdded: Taint 'readiness.k8s.io/net:NoSchedule' added by rule 'net'",
                        "TaintRemoved: Taint 'readiness.k8s.io/net:NoSchedule' removed by rule 'net'");
    }

    @Test
    void theStatusTellsOfEachNode() {
        Stage stage = report(rule(stage("n", "m"), "net", continuous()), "n", "Net", "True")
                .begin()
                .at(5);
        JsonNode status = status(stage, "net");
        assertThat(status.path("observedGeneration").asLong()).isEqualTo(1);
        assertThat(texts(status.path("appliedNodes"))).containsExactly("m", "n");
        assertThat(status.path("failedNodes")).isEmpty();
        assertThat(status.at("/nodeEvaluations/0/nodeName").asText()).isEqualTo("m");
        assertThat(status.at("/nodeEvaluations/0/taintStatus").asText()).isEqualTo("Present");
        assertThat(status.at("/nodeEvaluations/0/conditionResults/0")).isEqualTo(StageManifests.json("""
                        {'type': 'Net', 'currentStatus': 'Unknown', 'requiredStatus': 'True', 'defaultStatus': 'Unknown'}
                        """));
        assertThat(status.at("/nodeEvaluations/1/taintStatus").asText()).isEqualTo("Absent");
        String before = status.toString();
        stage.at(300);
        assertThat(status(stage, "net")).hasToString(before);
    }

    @Test
    void aNewNodeIsTaintedAndPodsComeWhenItIsReady() {
        Stage stage = rule(stage(), "net", continuous()).begin();
        stage.cluster().startScheduler();
        stage.node("late").at(3);
        stage.create(ResourceTypes.PODS, StageManifests.pod("p", "", "[]")).at(30);
        assertThat(stage.seePod("p").spec().nodeName()).isEmpty();
        report(stage, "late", "Net", "True").at(60);
        assertThat(stage.seePod("p").spec().nodeName()).isEqualTo("late");
    }

    @Test
    void bootstrapOnlyLooksAtANodeOnce() {
        Stage stage = rule(stage("n"), "once", needing("Net", "NoSchedule", "bootstrap-only"))
                .begin()
                .at(2);
        assertThat(stage.taintsOf("n")).containsExactly(TAINT);
        report(stage, "n", "Net", "True").at(4);
        assertThat(stage.taintsOf("n")).isEmpty();
        String uid = stage.find(ReadinessTypes.RULES, "once").orElseThrow().uid();
        assertThat(annotations(stage, "n")).containsExactly("readiness.k8s.io/bootstrap-completed-" + uid);
        report(stage, "n", "Net", "False").at(8);
        assertThat(stage.taintsOf("n")).isEmpty();
    }

    @Test
    void aRuleMadeAnewLooksAtTheNodeAgain() {
        Stage stage = report(
                        rule(stage("n"), "once", needing("Net", "NoSchedule", "bootstrap-only")), "n", "Net", "True")
                .begin()
                .at(3);
        stage.delete(ReadinessTypes.RULES, "once", "{}").at(5);
        report(stage, "n", "Net", "False");
        rule(stage, "once", needing("Net", "NoSchedule", "bootstrap-only")).at(8);
        assertThat(stage.taintsOf("n")).containsExactly(TAINT);
    }

    @Test
    void theTaintsOfARuleThatIsDeletedGoBeforeIt() {
        Stage stage = rule(stage("n", "m"), "net", continuous()).begin().at(2);
        assertThat(stage.nodesWith(TAINT)).hasSize(2);
        stage.delete(ReadinessTypes.RULES, "net", "{}").at(4);
        assertThat(stage.nodesWith(TAINT)).isEmpty();
        assertThat(find(stage, "net")).isEmpty();
    }

    @Test
    void aDryRunTouchesNoNodeNotEvenWhenItIsDeleted() {
        Stage stage = stage("n", "m").taints("readiness.k8s.io/net:NoSchedule");
        report(stage, "n", "Net", "True");
        rule(stage, "look", continuous() + ", 'dryRun': true").begin().at(3);
        assertThat(stage.nodesWith(TAINT)).containsExactly("n");
        assertThat(status(stage, "look").path("dryRunResults")).isEqualTo(StageManifests.json("""
                {'affectedNodes': 2, 'taintsToAdd': 1, 'taintsToRemove': 1, 'riskyOperations': 1,
                 'summary': 'would add 1 taints, would remove 1 taints, 1 nodes have missing conditions'}
                """));
        report(stage, "m", "Net", "True").at(6);
        assertThat(status(stage, "look").at("/dryRunResults/summary").asText()).isEqualTo("would remove 1 taints");
        stage.delete(ReadinessTypes.RULES, "look", "{}").at(8);
        assertThat(find(stage, "look")).isEmpty();
        assertThat(stage.nodesWith(TAINT)).containsExactly("n");
    }

    @Test
    void aDryRunOfNoExecuteNamesThePodsThatWouldLeave() {
        Stage stage = stage("n")
                .pod("soon")
                .pod("later", tolerating("readiness.k8s.io/net", 30))
                .pod("never", tolerating("readiness.k8s.io/net"));
        rule(stage, "look", needing("Net", "NoExecute", "continuous") + ", 'dryRun': true")
                .begin()
                .at(4);
        assertThat(status(stage, "look").at("/dryRunResults/summary").asText())
                .isEqualTo("would add 1 taints, 1 nodes have missing conditions,"
                        + " 2 pods would leave: default/soon, default/later after 30 s");
        stage.delete(ResourceTypes.PODS, "soon", "{'gracePeriodSeconds': 0}").at(8);
        assertThat(status(stage, "look").at("/dryRunResults/summary").asText())
                .contains("1 pod would leave: default/later after 30 s");
        assertThat(stage.taintsOf("n")).isEmpty();
    }

    @Test
    void twoRulesOfOneTaintDoNotFight() {
        Stage stage = rule(
                rule(stage("n"), "a", needing("A", "NoSchedule", "continuous")),
                "b",
                needing("B", "NoSchedule", "continuous"));
        report(stage, "n", "A", "True").begin().at(3);
        assertThat(stage.taintsOf("n")).containsExactly(TAINT);
        long revision = stage.find(ResourceTypes.NODES, "n").orElseThrow().revision();
        stage.at(8);
        assertThat(stage.taintsOf("n")).containsExactly(TAINT);
        assertThat(stage.find(ResourceTypes.NODES, "n").orElseThrow().revision())
                .isEqualTo(revision);
        assertThat(stage.events("ConflictingRules"))
                .singleElement()
                .asString()
                .contains("there it goes when both are content");
        report(stage, "n", "B", "True").at(10);
        assertThat(stage.taintsOf("n")).isEmpty();
    }

    @Test
    void aNodeThatNoLongerMatchesLosesTheTaintAndOthersAreLeftAlone() {
        Stage stage = rule(stage("n", "m"), "net", continuous()).begin().at(2);
        stage.patch(ResourceTypes.NODES, "n", "{'metadata': {'labels': {'x': 'y'}}}")
                .at(4);
        assertThat(stage.nodesWith(TAINT)).containsExactly("m");
        assertThat(texts(status(stage, "net").path("appliedNodes"))).containsExactly("m");
        stage.taints("readiness.k8s.io/net:NoSchedule").at(8);
        assertThat(stage.nodesWith(TAINT)).containsExactly("m", "n");
    }

    @Test
    void aRestartForgetsNoNodeThatTheRuleHasTainted() {
        Stage stage = rule(stage("n"), "net", continuous()).begin().at(3);
        stage.cluster().crashControllers();
        stage.patch(ResourceTypes.NODES, "n", "{'metadata': {'labels': {'x': 'y'}}}")
                .at(4);
        assertThat(stage.taintsOf("n")).containsExactly(TAINT);
        stage.cluster().startControllers();
        stage.at(10);
        assertThat(stage.taintsOf("n")).isEmpty();
    }

    @Test
    void aLimitHoldsTaintsBackButNotFromNewNodes() {
        Stage stage = stage("n", "m", "o", "q");
        for (String node : List.of("n", "m", "o", "q")) {
            report(stage, node, "Net", "True");
        }
        rule(stage, "net", "{'tenure.dev/max-tainted-nodes': '50%'}", continuous())
                .begin()
                .at(3);
        for (String node : List.of("n", "m", "o")) {
            report(stage, node, "Net", "False").pass(2);
        }
        assertThat(stage.nodesWith(TAINT)).containsExactly("m", "n");
        assertThat(status(stage, "net").at("/failedNodes/0/nodeName").asText()).isEqualTo("o");
        assertThat(status(stage, "net").at("/failedNodes/0/reason").asText()).isEqualTo("HeldBack");
        assertThat(stage.events("TaintsHeldBack")).hasSize(1);
        stage.node("new").pass(3);
        assertThat(stage.nodesWith(TAINT)).containsExactly("m", "n", "new");
        report(stage, "new", "Net", "True");
        report(stage, "n", "Net", "True").pass(3);
        assertThat(stage.nodesWith(TAINT)).containsExactly("m", "o");
        assertThat(status(stage, "net").path("failedNodes")).isEmpty();
    }

    @Test
    void conditionsHaveToLastWhereARuleAsksForIt() {
        Stage stage = report(stage("n"), "n", "Net", "True");
        rule(stage, "net", "{'tenure.dev/stabilization-window-seconds': '30'}", continuous())
                .begin()
                .at(20);
        assertThat(stage.taintsOf("n")).isEmpty();
        report(stage, "n", "Net", "False").at(40);
        report(stage, "n", "Net", "True").at(60);
        report(stage, "n", "Net", "False").at(89);
        assertThat(stage.taintsOf("n")).isEmpty();
        stage.at(91);
        assertThat(stage.taintsOf("n")).containsExactly(TAINT);
    }

    @Test
    void noExecuteMakesPodsLeave() {
        Stage stage = report(stage("n").pod("p"), "n", "Net", "True");
        rule(stage, "net", needing("Net", "NoExecute", "continuous")).begin().at(10);
        report(stage, "n", "Net", "False").at(12);
        assertThat(stage.left("p")).isPresent();
    }

    @Test
    void theDefinitionRefusesWhatUpstreamRefuses() {
        Stage stage = stage();
        for (String spec : List.of(
                continuous().replace("readiness.k8s.io/net", "example.com/net"),
                continuous().replace("NoSchedule", "Never"),
                continuous().replace(EVERYWHERE, "'nodeSelector': {}"),
                needing("Net", "NoSchedule", "bootstrap-only") + ", 'conditionPolicy': 'anyOf'",
                needing("Net", "NoSchedule", "bootstrap-only")
                        .replace("'True'}", "'True', 'defaultStatus': 'True'}"))) {
            ApiReply reply = stage.client()
                    .create(ReadinessTypes.RULES, "", Document.of(StageManifests.json("""
                    {'apiVersion': 'readiness.node.x-k8s.io/v1alpha1', 'kind': 'NodeReadinessRule',
                     'metadata': {'name': 'r'}, 'spec': {%s}}
                    """.formatted(spec))));
            assertThat(reply).as(spec).isInstanceOf(ApiReply.Failure.class);
        }
    }
}
