package dev.tenure.console.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.console.viewer.Viewer;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.runtime.loop.SimulatedWorld;
import dev.tenure.runtime.loop.ThreadedLoop;
import dev.tenure.runtime.observe.LoggedFaults;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.wire.json.JsonNode;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What the pages Nodes, Pods and Tolerations list, by their parameters, and what the form of a toleration
/// comes to.
final class ListPagesTest {
    private static final List<ResourceType> KINDS = List.of(
            ResourceTypes.NODES,
            ResourceTypes.PODS,
            ResourceTypes.DEPLOYMENTS,
            ResourceTypes.DAEMON_SETS,
            ResourceTypes.STATEFUL_SETS);
    private static final String CLUSTER = """
            {apiVersion: v1, kind: Node, metadata: {name: node-10, uid: n10, labels: {topology.kubernetes.io/zone: East},
             annotations: {tenure.dev/node: simulated}}, spec: {taints: [{key: Disk, value: old, effect: NoExecute}]},
             status: {allocatable: {pods: '110'}, conditions: [{type: Ready, status: 'True', reason: KubeletReady}]}}
            ---
            {apiVersion: v1, kind: Node, metadata: {name: node-2, uid: n2, creationTimestamp: '2026-01-01T00:00:00Z'},
             spec: {unschedulable: true}, status: {conditions: [{type: Ready, status: 'True'}]}}
            ---
            {apiVersion: v1, kind: Node, metadata: {name: node-1, uid: n1}, status: {conditions: [
             {type: Ready, status: 'True'}, {type: MemoryPressure, status: 'True'}]}}
            ---
            {apiVersion: v1, kind: Pod, metadata: {name: b, namespace: shop, uid: p1, ownerReferences: [
             {apiVersion: apps/v1, kind: ReplicaSet, name: web-1, uid: r, controller: true}]}, spec: {nodeName: node-10,
             priority: 7, containers: []}, status: {phase: Running, qosClass: Burstable, conditions: [
             {type: Ready, status: 'True'}]}}
            ---
            {apiVersion: v1, kind: Pod, metadata: {name: a, namespace: shop, uid: p2}, spec: {nodeName: node-10,
             containers: []}, status: {phase: Failed, reason: Evicted}}
            ---
            {apiVersion: v1, kind: Pod, metadata: {name: z, namespace: back, uid: p3}, spec: {containers: []},
             status: {phase: Pending}}
            ---
            {apiVersion: apps/v1, kind: Deployment, metadata: {name: web, namespace: shop, uid: d1}, spec: {selector: {},
             template: {spec: {containers: [], tolerations: [{key: Disk, operator: Exists}]}}}}
            ---
            {apiVersion: apps/v1, kind: StatefulSet, metadata: {name: data, namespace: back, uid: d2}, spec: {
             serviceName: data, selector: {}, template: {spec: {containers: []}}}}
            """;

    private final ThreadedLoop loop = new ThreadedLoop("list-pages", new SystemTime(), 2, new LoggedFaults());

    @SuppressWarnings("NullAway.Init")
    private Viewer viewer;

    @BeforeEach
    void follow() {
        var noon = new SimulatedWorld(Instant.parse("2026-01-01T12:00:00Z"));
        viewer = ListedCluster.viewer(loop, ListedCluster.of(KINDS, CLUSTER), noon);
    }

    @AfterEach
    void stop() {
        loop.close();
    }

    private JsonNode asked(ConsoleRequest request, int code) {
        var reply = (ConsoleReply.Document) ConsoleSite.answer(viewer, request);
        assertThat(reply.code()).isEqualTo(code);
        return reply.json();
    }

    /// @param query `name=value&…`
    private JsonNode page(String name, String query) {
        Map<String, List<String>> parameters = new TreeMap<>();
        for (String each : query.isEmpty() ? new String[0] : query.split("&", -1)) {
            parameters.put(each.substring(0, each.indexOf('=')), List.of(each.substring(each.indexOf('=') + 1)));
        }
        return asked(new ConsoleRequest("GET", List.of(name), parameters, new byte[0]), 200);
    }

    private JsonNode form(String json, int code) {
        byte[] body = json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
        return asked(new ConsoleRequest("POST", List.of("toleration"), Map.of(), body), code);
    }

    @ParameterizedTest
    @CsvSource({
        "'', node-1 node-2 node-10",
        "q=NODE-1, node-1 node-10",
        "q=east, node-10",
        "q=disk=old, node-10",
        "q=nothing, ''",
        "state=cordoned, node-2",
        "state=pressure, node-1",
        "state=tainted, node-10",
        "state=pressure&q=node-2, ''",
    })
    void nodesAreFoundByNameZoneTaintAndState(String query, String names) {
        JsonNode page = page("nodes", query);

        assertThat(page.path("nodes").findValuesAsText("name"))
                .containsExactlyElementsOf(names.isEmpty() ? List.of() : List.of(names.split(" ", -1)));
        assertThat(page.path("found").asInt()).isEqualTo(page.path("nodes").size());
        assertThat(page.path("total").asInt()).isEqualTo(3);
    }

    @Test
    void asManyRowsAsAreAskedForAreShownAndAllAreCounted() {
        JsonNode nodes = page("nodes", "limit=1");
        assertThat(nodes.path("nodes").findValuesAsText("name")).containsExactly("node-1");
        assertThat(nodes.path("found").asInt()).isEqualTo(3);

        JsonNode pods = page("pods", "limit=2");
        assertThat(pods.path("pods").findValuesAsText("name")).containsExactly("z", "a");
        assertThat(pods.path("found").asInt()).isEqualTo(3);
        assertThat(page("pods", "limit=0").path("pods").size()).isEqualTo(1);
        assertThat(page("pods", "limit=many").path("pods").size()).isEqualTo(3);
    }

    @Test
    void aRowTellsWhatItsNodeIsLike() {
        JsonNode nodes = page("nodes", "").path("nodes");

        assertThat(nodes.at("/0/pressures")).hasToString("[\"MemoryPressure\"]");
        assertThat(nodes.at("/1").toString())
                .contains("\"unschedulable\":true", "\"created\":\"2026-01-01T00:00:00Z\"", "\"simulated\":false");
        assertThat(nodes.at("/2").toString())
                .contains(
                        "\"zone\":\"East\"",
                        "\"simulated\":true",
                        "\"stopped\":false",
                        "\"podsMax\":\"110\"",
                        "\"created\":\"\"",
                        "\"ready\":\"True\",\"reason\":\"KubeletReady\"",
                        "{\"key\":\"Disk\",\"value\":\"old\",\"effect\":\"NoExecute\"}",
                        "\"pods\":2");
    }

    @ParameterizedTest
    @CsvSource({
        "'', z a b",
        "q=SHOP/, a b",
        "namespace=shop, a b",
        "namespace=back&q=shop, ''",
        "node=node-10, a b",
        "node=node-10&phase=Running, b",
        "node=node-1, ''",
        "phase=Evicted, a",
        "phase=Failed, a",
        "phase=Pending, z",
    })
    void podsAreFoundByNameNamespaceNodeAndPhaseThoseWithoutANodeFirst(String query, String names) {
        JsonNode page = page("pods", query);

        assertThat(page.path("pods").findValuesAsText("name"))
                .containsExactlyElementsOf(names.isEmpty() ? List.of() : List.of(names.split(" ", -1)));
        assertThat(page.path("found").asInt()).isEqualTo(page.path("pods").size());
        assertThat(page.path("now").asText()).isEqualTo("2026-01-01T12:00:00Z");
    }

    @Test
    void aRowTellsWhatItsPodIsLike() {
        JsonNode pods = page("pods", "namespace=shop").path("pods");

        assertThat(pods.at("/0").toString())
                .contains("\"phase\":\"Evicted\"", "\"ended\":true", "\"ready\":false", "\"owner\":\"\"");
        assertThat(pods.at("/1").toString())
                .contains(
                        "\"phase\":\"Running\"",
                        "\"ended\":false",
                        "\"ready\":true",
                        "\"node\":\"node-10\"",
                        "\"priority\":7",
                        "\"qos\":\"Burstable\"",
                        "\"owner\":\"ReplicaSet/web-1\"");
    }

    @Test
    void workloadsAreListedByKindWithTheTolerationsOfTheirTemplates() {
        JsonNode all = page("workloads", "");
        assertThat(all.path("workloads").findValuesAsText("kind")).containsExactly("Deployment", "StatefulSet");
        assertThat(all.at("/workloads/0/tolerations")).hasToString("[{\"key\":\"Disk\",\"operator\":\"Exists\"}]");
        assertThat(all.at("/workloads/1/tolerations")).hasToString("[]");
        assertThat(all.path("found").asInt()).isEqualTo(2);

        JsonNode some = page("workloads", "q=back/d");
        assertThat(some.path("workloads").findValuesAsText("name")).containsExactly("data");
        assertThat(some.path("found").asInt()).isEqualTo(1);
    }

    @Test
    void aFormComesToTheTolerationAndItsYaml() {
        JsonNode answer =
                form("{'key':' disk ','operator':'Equal','value':'old','policy':'NoExecute','window':' 60 '}", 200);

        assertThat(answer.path("yaml").asText()).isEqualTo("""
                tolerations:
                - effect: NoExecute
                  key: disk
                  operator: Equal
                  tolerationSeconds: 60
                  value: old
                """);
        assertThat(answer.at("/toleration/tolerationSeconds").asInt()).isEqualTo(60);
        assertThat(answer.has("faults")).isFalse();
    }

    @Test
    void whatIsWrongWithAFormIsToldByField() {
        JsonNode misspelt = form("{'key':'k','operator':'Equal','value':'bad value!','policy':'All'}", 200);
        assertThat(misspelt.path("faults").findValuesAsText("field")).containsExactly("Taint value");

        JsonNode refused = form("{'key':'','operator':'Equal','value':'v','policy':'All'}", 200);
        assertThat(refused.path("faults")).isNotEmpty();
        assertThat(refused.has("toleration")).isFalse();

        assertThat(form("{'key':'k','operator':'Exists','policy':'All','window':'soon'}", 422)
                        .path("message")
                        .asText())
                .isEqualTo("Toleration Time Window: \"soon\" is no whole number of seconds");
        assertThat(form("{'key':'k','operator':'Exists','policy':'Never'}", 422)
                        .path("message")
                        .asText())
                .isEqualTo("Taint Policy: \"Never\" is none");
    }
}
