package dev.tenure.cli.taints;

import static dev.tenure.cli.taints.Sketches.wrote;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.cli.taints.TaintSurvey.Order;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.Taint;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.plan.policy.ReadinessReasons;
import dev.tenure.plan.policy.TaintPolicies;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TaintSurveyTest {
    private static final Instant NOW = Instant.parse("2026-01-01T01:00:00Z");
    private static final String DEDICATED = "{key: dedicated, value: gpu, effect: NoExecute}";

    private final List<StoredObject> nodes = new ArrayList<>();
    private final List<Pod> pods = new ArrayList<>();
    private StayRecords records = StayRecords.NONE;

    private void node(String name, String fields, String managed, String taints) {
        nodes.add(Sketches.object(
                ResourceTypes.NODES,
                "{metadata: {name: %s, uid: u-%s, labels: {where: %s}, managedFields: [%s]}, spec: {%s taints: [%s]}}"
                        .formatted(name, name, name, managed, fields, taints)));
    }

    private void pod(String name, String node, String further) {
        pods.add(Sketches.object(
                        ResourceTypes.PODS,
                        "{metadata: {namespace: shop, name: %s, creationTimestamp: '2026-01-01T00:00:00Z'%s}, spec: {nodeName: '%s', %s}, status: {phase: %s}}"
                                .formatted(
                                        name,
                                        further.contains("deleted")
                                                ? ", deletionTimestamp: '2026-01-01T00:59:00Z'"
                                                : "",
                                        node,
                                        further.replace("deleted", "").replace("ended", ""),
                                        further.contains("ended") ? "Failed" : "Running"))
                .view(Pod.class));
    }

    private static String tolerates(String rest) {
        return "tolerations: [{key: dedicated, operator: Exists%s}]".formatted(rest);
    }

    private JsonNode survey(Predicate<Taint> wanted, Order order) {
        var sight = new TaintSurvey.Sight(
                TaintSurvey.nodes(nodes, records),
                Optional.of(pods),
                TaintPolicies.NONE,
                ReadinessReasons.NONE,
                List.of(),
                NOW);
        return TaintSurvey.of(sight, wanted, order).document(true, "tenure");
    }

    private JsonNode only() {
        JsonNode taints = survey(TaintSurveyTest::all, Order.taint).path("taints");
        assertThat(taints.size()).isOne();
        return taints.path(0);
    }

    private static boolean all(Taint taint) {
        return !taint.key().isEmpty();
    }

    private static String source(JsonNode node) {
        return node.path("by").asText("unknown") + " / " + node.path("byNote").asText("");
    }

    @Test
    void nodesWithTheSameTaintAreOneRow() {
        node("a", "", "", DEDICATED + ", {key: x, effect: NoSchedule}");
        node("b", "", "", "{key: dedicated, value: gpu, effect: NoExecute, timeAdded: '2026-01-01T00:30:00Z'}");
        node("c", "", "", "{key: dedicated, value: cpu, effect: NoExecute}");

        assertThat(survey(TaintSurveyTest::all, Order.taint).path("taints").findValuesAsText("taint"))
                .containsExactly("dedicated=cpu:NoExecute", "dedicated=gpu:NoExecute", "x:NoSchedule");
        assertThat(survey(TaintSurveyTest::all, Order.nodes).path("taints").findValuesAsText("taint"))
                .startsWith("dedicated=gpu:NoExecute");
        assertThat(survey(TaintSurveyTest::all, Order.since).path("taints").findValuesAsText("taint"))
                .startsWith("dedicated=gpu:NoExecute");
        assertThat(survey(taint -> taint.key().equals("x"), Order.taint)
                        .path("taints")
                        .size())
                .isOne();
    }

    @Test
    void theTimeIsThatOfTheTaintThenOfTheRecordThenOfTheLastWrite() {
        records = StayRecords.of(
                List.of(
                        Sketches.object(
                                ResourceTypes.CONFIG_MAPS,
                                "{metadata: {name: r, namespace: kube-system}, data: {node: a, nodeUid: u-a, stays: '[{\"taint\":\"dedicated\",\"since\":\"2026-01-01T00:10:00.5Z\"}]'}}"),
                        Sketches.object(
                                ResourceTypes.CONFIG_MAPS,
                                "{metadata: {name: r, namespace: kube-system}, data: {node: b, nodeUid: of-before, stays: '[{\"taint\":\"dedicated\",\"since\":\"2026-01-01T00:10:00Z\"}]'}}"),
                        Sketches.object(
                                ResourceTypes.CONFIG_MAPS,
                                "{metadata: {name: r, namespace: kube-system}, data: {node: c, nodeUid: u-c, stays: 'edited'}}")));
        String last = wrote("kubectl-taint", "taints", "2026-01-01T00:20:00Z");
        node("a", "", last, DEDICATED + ", {key: dedicated, effect: NoSchedule}");
        node("b", "", last, DEDICATED);
        node("c", "", "", DEDICATED);
        node("d", "", last, "{key: dedicated, value: gpu, effect: NoExecute, timeAdded: '2026-01-01T00:15:00Z'}");

        JsonNode found = survey(TaintSurveyTest::all, Order.taint);

        assertThat(found.at("/taints/1/nodes")
                        .valueStream()
                        .map(node -> "%s %s %s"
                                .formatted(
                                        node.path("name").asText(),
                                        node.path("sinceFrom").asText(),
                                        node.path("since").asText(""))))
                .containsExactly(
                        "a record 2026-01-01T00:10:00.500Z",
                        "b managedFields 2026-01-01T00:20:00Z",
                        "c unknown ",
                        "d timeAdded 2026-01-01T00:15:00Z");
        // records are of NoExecute alone
        assertThat(found.at("/taints/0/nodes/0/sinceFrom").asText()).isEqualTo("managedFields");
    }

    @Test
    void whoeverWroteTheListLastIsNamedOnlyWhereThatCanBe() {
        String component = wrote("kube-controller-manager", "taints", "2026-01-01T00:20:00Z");
        String person = wrote("kubectl-taint", "taints", "2026-01-01T00:20:00Z");
        node("a", "", person, DEDICATED);
        node("b", "", person, DEDICATED + ", {key: x, effect: NoSchedule}");
        node("c", "", component, DEDICATED);
        node("d", "", "", DEDICATED);
        node("e", "", wrote("kubectl-label", "unschedulable", "2026-01-01T00:20:00Z"), DEDICATED);
        node("f", "", wrote("argo", "taints", "2026-01-01T00:10:00Z") + "," + person, DEDICATED);

        JsonNode nodes = survey(TaintSurveyTest::all, Order.taint).at("/taints/0/nodes");

        assertThat(nodes.valueStream().map(TaintSurveyTest::source))
                .containsExactly(
                        "kubectl-taint / ",
                        "kubectl-taint / wrote the list last; it has other taints too",
                        "unknown / kube-controller-manager wrote the list last, but sets no such taint",
                        "unknown / managedFields do not tell who wrote the taints",
                        "unknown / managedFields do not tell who wrote the taints",
                        "kubectl-taint, argo / ");
        // nobody has changed the list since its first owner wrote it
        assertThat(nodes.at("/5/since").asText()).isEqualTo("2026-01-01T00:10:00Z");
    }

    @Test
    void aManifestThatWasAppliedTellsWhoseTaintItIs() {
        String component = wrote("kube-controller-manager", "taints", "2026-01-01T00:20:00Z");
        String manifest =
                "{\"spec\":{\"taints\":[{\"key\":\"dedicated\",\"value\":\"gpu\",\"effect\":\"NoExecute\"}]}}";
        for (String applied : List.of(manifest, manifest.replace("gpu", "cpu"), "broken {")) {
            nodes.add(Sketches.object(
                    ResourceTypes.NODES,
                    "{metadata: {name: n%d, annotations: {kubectl.kubernetes.io/last-applied-configuration: '%s'}, managedFields: [%s]}, spec: {taints: [%s]}}"
                            .formatted(nodes.size(), applied, component, DEDICATED)));
        }

        assertThat(only().path("nodes").valueStream().map(TaintSurveyTest::source))
                .startsWith("kubectl apply / has it in the manifest that was applied last")
                .endsWith(
                        "unknown / kube-controller-manager wrote the list last, but sets no such taint",
                        "unknown / kube-controller-manager wrote the list last, but sets no such taint");
    }

    /// Whoever may write a node or a ConfigMap may write anything into its texts.
    @ParameterizedTest
    @ValueSource(strings = {"null", "5", "[]", "{}", "{\"spec\":5}", "{\"spec\":{\"taints\":{\"a\":1}}}", "{", ""})
    void textsThatMakeNoSenseTellNothing(String text) {
        records = StayRecords.of(List.of(Sketches.object(
                ResourceTypes.CONFIG_MAPS,
                "{metadata: {name: r, namespace: kube-system}, data: {node: a, nodeUid: u, stays: '%s'}}"
                        .formatted(text))));
        nodes.add(Sketches.object(
                ResourceTypes.NODES,
                "{metadata: {name: a, uid: u, annotations: {kubectl.kubernetes.io/last-applied-configuration: '%s'}, managedFields: [{}, {fieldsV1: {'f:spec': {'f:taints': {}}}, manager: m, time: soon}]}, spec: {taints: [%s]}}"
                        .formatted(text, DEDICATED)));

        JsonNode node = only().at("/nodes/0");

        assertThat(node.path("sinceFrom").asText()).isEqualTo("unknown");
        assertThat(source(node)).isEqualTo("m / ");
    }

    @Test
    void aTaintOfACordonNamesItsKeeperAndWhoCordoned() {
        String cordon = "{key: node.kubernetes.io/unschedulable, effect: NoSchedule}";
        node("a", "unschedulable: true,", wrote("kubectl", "unschedulable", "2026-01-01T00:20:00Z"), cordon);
        node("b", "", wrote("kubectl-taint", "taints", "2026-01-01T00:20:00Z"), cordon);

        JsonNode taint = only();

        assertThat(taint.at("/nodes/0/by").asText()).isEqualTo("node lifecycle");
        assertThat(taint.at("/nodes/0/why").asText()).isEqualTo("cordoned: spec.unschedulable is true");
        assertThat(taint.at("/nodes/0/cordonedBy/0/manager").asText()).isEqualTo("kubectl");
        assertThat(taint.at("/nodes/1/stale").asBoolean()).isTrue();
        assertThat(taint.at("/nodes/1/by").asText()).isEqualTo("kubectl-taint");
        assertThat(taint.at("/removal/commands").valueStream().map(JsonNode::asText))
                .containsExactly(
                        "kubectl taint nodes b node.kubernetes.io/unschedulable:NoSchedule-", "kubectl uncordon a");
        assertThat(taint.at("/removal/lookAhead").valueStream().map(JsonNode::asText))
                .containsExactly(
                        "tenure plan taint nodes b node.kubernetes.io/unschedulable:NoSchedule-",
                        "tenure plan uncordon a");
    }

    @Test
    void whatAComponentPutsBackIsTold() {
        node("a", "", "", "{key: node.kubernetes.io/not-ready, effect: NoSchedule}");

        JsonNode removal = only().path("removal");

        assertThat(removal.at("/commands/0").asText())
                .isEqualTo("kubectl taint nodes a node.kubernetes.io/not-ready:NoSchedule-");
        assertThat(removal.at("/comesBack/0/by").asText()).isEqualTo("node lifecycle");
        assertThat(removal.at("/comesBack/0/nodes/0").asText()).isEqualTo("a");
    }

    @Test
    void manyNodesAreSeveralCommands() {
        for (int i = 100; i < 250; i++) {
            node("n" + i, "", "", DEDICATED);
        }

        assertThat(only().at("/removal/commands")
                        .valueStream()
                        .map(command -> command.asText().split(" ").length))
                .containsExactly(104, 54);
    }

    @Test
    void podsAreCountedByWhatTheTaintLetsThemDo() {
        node("a", "", wrote("kubectl-taint", "taints", "2026-01-01T00:20:00Z"), DEDICATED);
        pod("must-go", "a", "");
        pod("for-ever", "a", tolerates(""));
        pod("an-hour", "a", tolerates(", effect: NoExecute, tolerationSeconds: 3600"));
        pod("two-hours", "a", tolerates(", effect: NoExecute, tolerationSeconds: 7200"));
        pod("compares", "a", "tolerations: [{key: dedicated, operator: Gt, value: '5'}]");
        pod("goes-already", "a", "deleted");
        pod("has-ended", "a", "ended");
        pod("elsewhere", "b", "");

        JsonNode taint = only();

        assertThat(taint.path("pods").properties().toString())
                .isEqualTo("[standing=6, ending=1, tolerating=1, toleratingForAWhile=2, notTolerating=2,"
                        + " upToFeatureGate=0, longestStaySeconds=7200, firstLeaves=\"2026-01-01T01:20:00Z\","
                        + " lastLeaves=\"2026-01-01T02:20:00Z\", keptOff=0]");
        assertThat(taint.path("podsThere")
                        .valueStream()
                        .map(pod -> pod.path("name").asText() + " "
                                + pod.path("outcome").asText()))
                .containsExactly(
                        "compares mustGo",
                        "goes-already mustGo",
                        "must-go mustGo",
                        "an-hour leaves",
                        "two-hours leaves",
                        "for-ever stays");
        assertThat(taint.at("/podsThere/3/atTheLatest").asBoolean()).isTrue();
        assertThat(taint.at("/podsThere/3/secondsLeft").asInt()).isEqualTo(1200);
    }

    @Test
    void aStayBeginsWhenThePodIsMadeWhereThatIsLater() {
        node("a", "", "", "{key: dedicated, value: gpu, effect: NoExecute, timeAdded: '2025-12-31T00:00:00Z'}");
        pod("later", "a", tolerates(", effect: NoExecute, tolerationSeconds: 7200"));

        JsonNode pod = only().at("/podsThere/0");

        assertThat(pod.path("until").asText()).isEqualTo("2026-01-01T02:00:00Z");
        assertThat(pod.path("atTheLatest").asBoolean()).isFalse();
    }

    @Test
    void whereNothingTellsWhenTheTaintCameNothingTellsWhenPodsLeave() {
        node("a", "", "", DEDICATED);
        pod("an-hour", "a", tolerates(", effect: NoExecute, tolerationSeconds: 3600"));

        JsonNode pod = only().at("/podsThere/0");

        assertThat(pod.has("until")).isFalse();
        assertThat(pod.path("staySeconds").asInt()).isEqualTo(3600);
    }

    @Test
    void pendingPodsAreKeptOffThatCouldGoThereOtherwise() {
        node("a", "", "", DEDICATED + ", {key: soft, effect: PreferNoSchedule}");
        pod("waits", "", "");
        pod("wants-a", "", "nodeSelector: {where: a}");
        pod("wants-b", "", "nodeSelector: {where: b}");
        pod("tolerates", "", tolerates(", effect: NoExecute, tolerationSeconds: 0"));
        pod("gated", "", "schedulingGates: [{name: x}]");
        pod("goes", "", "deleted");

        JsonNode taints = survey(TaintSurveyTest::all, Order.taint).path("taints");

        assertThat(taints.at("/0/podsKeptOff").valueStream().map(JsonNode::asText))
                .containsExactly("shop/waits", "shop/wants-a");
        assertThat(taints.at("/0/pods/keptOff").asInt()).isEqualTo(2);
        assertThat(taints.at("/1/pods").has("keptOff")).isFalse();
    }

    @Test
    void podsThatCannotBeReadAreNotCounted() {
        node("a", "", "", DEDICATED);
        var sight = new TaintSurvey.Sight(
                TaintSurvey.nodes(nodes, records),
                Optional.empty(),
                TaintPolicies.NONE,
                ReadinessReasons.NONE,
                List.of(),
                NOW);

        JsonNode taint = TaintSurvey.of(sight, TaintSurveyTest::all, Order.pods)
                .document(true, "tenure")
                .at("/taints/0");

        assertThat(taint.has("pods")).isFalse();
        assertThat(taint.has("podsThere")).isFalse();
        assertThat(taint.has("removal")).isTrue();
    }

    private void termed(String name, String term) {
        nodes.add(Sketches.object(
                ResourceTypes.NODES,
                "{metadata: {name: %s, uid: u-%s, annotations: {taint-term.tenure.dev/d: '%s'}}, spec: {taints: [%s]}}"
                        .formatted(name, name, term, DEDICATED.replace("}", ", timeAdded: '2026-01-01T00:30:00Z'}"))));
    }

    @Test
    void aTaintWithATermTellsOnWhoseAccountAndUntilWhenAndWhoOutlastsIt() {
        termed("a", "dedicated=gpu:NoExecute until 2026-01-01T02:00:00Z by alice: ticket 4711");
        pod("short", "a", tolerates(", tolerationSeconds: 3600"));
        pod("long", "a", tolerates(", tolerationSeconds: 36000"));
        pod("ever", "a", tolerates(""));

        JsonNode taint = only();

        JsonNode node = taint.at("/nodes/0");
        assertThat(List.of(
                        node.path("by").asText(),
                        node.path("why").asText(),
                        node.path("until").asText(),
                        node.path("overdue").asText()))
                .containsExactly("alice", "ticket 4711", "2026-01-01T02:00:00Z", "false");
        assertThat(taint.at("/pods/outlasting").asInt()).isOne();
        assertThat(taint.at("/pods/toleratingForAWhile").asInt()).isOne();
        assertThat(taint.path("podsThere")
                        .valueStream()
                        .map(pod -> pod.path("name").asText() + " "
                                + pod.path("outcome").asText()))
                .containsExactly("short leaves", "long outlasts", "ever stays");
    }

    private List<String> under(String semantics) {
        StoredObject policy = Sketches.object(
                ResourceTypes.CONFIG_MAPS, // its name and its text count
                "{metadata: {name: agents}, spec: {taints: [{key: 'dedi-*', operator: Exists}, {operator: Exists}], exceptTaints: [{key: x, operator: Exists}], namespaces: [shop], tolerate: true, tolerateSeconds: 60}}");
        JsonNode page = Json.object().put("semantics", semantics);
        var sight = new TaintSurvey.Sight(
                TaintSurvey.nodes(nodes, records),
                Optional.of(pods),
                TaintPolicies.of(List.of(policy), Optional.of(page)),
                ReadinessReasons.NONE,
                List.of(),
                NOW);
        return TaintSurvey.of(sight, TaintSurveyTest::all, Order.taint)
                .document(true, "tenure")
                .path("taints")
                .valueStream()
                .flatMap(taint -> taint.path("podsThere").valueStream())
                .map(pod -> "%s %s %s"
                        .formatted(
                                pod.path("name").asText(),
                                pod.path("outcome").asText(),
                                pod.path("toleratedBy").asText("nobody")))
                .toList();
    }

    @Test
    void aPolicyThatHasPodsStayIsTold() {
        node(
                "a",
                "",
                "",
                DEDICATED.replace("}", ", timeAdded: '2026-01-01T00:30:00Z'}") + ", {key: x, effect: NoExecute}");
        pod("web", "a", "");

        assertThat(under("documented")).containsExactly("web leaves agents", "web mustGo nobody");
        assertThat(under("kubernetes-1.36")).containsExactly("web mustGo nobody", "web mustGo nobody");
    }

    @Test
    void aTermThatNobodyKeepsSparesNobody() {
        termed("a", "dedicated=gpu:NoExecute until 2026-01-01T00:58:00Z");
        pod("long", "a", tolerates(", tolerationSeconds: 36000"));

        JsonNode taint = only();

        assertThat(taint.at("/nodes/0/overdue").asBoolean()).isTrue();
        assertThat(taint.at("/podsThere/0/outcome").asText()).isEqualTo("leaves");
    }

    @Test
    void aTermThatCannotBeReadIsTold() {
        termed("a", "dedicated=gpu:NoExecute until noon");

        JsonNode document = survey(TaintSurveyTest::all, Order.taint);

        assertThat(document.at("/taints/0/nodes/0").has("until")).isFalse();
        assertThat(document.at("/unreadableTerms/0/annotation").asText()).isEqualTo("taint-term.tenure.dev/d");
    }
}
