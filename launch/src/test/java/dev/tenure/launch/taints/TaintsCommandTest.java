package dev.tenure.launch.taints;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.cli.kubeconfig.DataDirectory;
import dev.tenure.cli.kubeconfig.KubeconfigParser;
import dev.tenure.cli.taints.TaintWatch;
import dev.tenure.cli.taints.TaintWatch.Notice;
import dev.tenure.client.ClusterClient;
import dev.tenure.client.rest.HttpEndpoint;
import dev.tenure.launch.TenureMain;
import dev.tenure.launch.apiserver.ApiConfig;
import dev.tenure.launch.apiserver.ApiProcess;
import dev.tenure.launch.process.Trouble;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.ApiRequest.Verb;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.io.Pause;
import dev.tenure.runtime.loop.ThreadedLoop;
import dev.tenure.runtime.observe.LoggedFaults;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.yaml.Yaml;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

final class TaintsCommandTest {
    private static final Duration LOOK = Duration.ofMillis(20);
    private static final int LOOKS_MAX = 1500;
    private static final String CONTROLLER = "kube-controller-manager";

    @TempDir
    private Path folder = Path.of("");

    private DataDirectory directory;
    private ApiProcess server;
    private HttpEndpoint endpoint;
    private ClusterClient client;
    private String said = "";

    @BeforeEach
    void start() throws IOException {
        directory = new DataDirectory(folder.resolve("data"));
        ApiConfig config = ApiConfig.standard(directory, true, new ApiConfig.Listen("127.0.0.1", 0));
        server = ApiProcess.start(config, new SystemTime(), new Trouble(new LoggedFaults(), () -> {}));
        endpoint = new HttpEndpoint(KubeconfigParser.read(directory.kubeconfig()));
        client = new ClusterClient(endpoint, Caller.component("", List.of(), "test"));
        for (String name : List.of("node-1", "node-2", "node-3")) {
            create(ResourceTypes.NODES, "", "{metadata: {name: %s, labels: {where: %s}}}".formatted(name, name));
            taint("setup", name, "");
        }
    }

    @AfterEach
    void stop() {
        endpoint.close();
        server.close();
    }

    private void create(ResourceType type, String namespace, String yaml) {
        var object = Json.readObject(
                Json.write(Yaml.read(yaml.getBytes(StandardCharsets.UTF_8)).value()));
        object.put("apiVersion", type.apiVersion()).put("kind", type.kind());
        assertThat(client.create(type, namespace, Document.of(object))).isInstanceOf(ApiReply.One.class);
    }

    /// Writes the whole list of a node's taints, as a manager.
    private void taint(String manager, String node, String taints) {
        patch(manager, node, "{\"spec\": {\"taints\": [%s]}}".formatted(taints));
    }

    private void patch(String manager, String node, String patch) {
        var target = new Target("", "v1", "nodes", "", node, "");
        var body = new Body(Body.MERGE_PATCH, patch.getBytes(StandardCharsets.UTF_8));
        assertThat(client.call(Verb.PATCH, target, Map.of("fieldManager", manager), body))
                .isInstanceOf(ApiReply.One.class);
    }

    private static String mark(String key, String value, String effect) {
        return "{\"key\": \"%s\", \"value\": \"%s\", \"effect\": \"%s\"}".formatted(key, value, effect);
    }

    private String run(int code, String... further) {
        var out = new StringWriter();
        var err = new StringWriter();
        CommandLine command = TenureMain.commandLine();
        command.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        var arguments =
                new ArrayList<>(List.of("taints", "--data-dir", directory.root().toString()));
        arguments.addAll(List.of(further));
        assertThat(command.execute(arguments.toArray(String[]::new)))
                .as(out + "" + err)
                .isEqualTo(code);
        said = err.toString();
        return out.toString();
    }

    private JsonNode json(String... further) {
        var arguments = new ArrayList<>(List.of("-o", "json"));
        arguments.addAll(List.of(further));
        return Json.read(run(0, arguments.toArray(String[]::new)).getBytes(StandardCharsets.UTF_8));
    }

    private static List<String> sources(JsonNode taint) {
        return taint.path("nodes")
                .valueStream()
                .map(node -> node.path("name").asText() + " " + node.path("by").asText("unknown"))
                .toList();
    }

    @Test
    void aClusterWithoutTaintsSaysSo() {
        assertThat(run(0)).isEmpty();
        assertThat(said).isEqualToNormalizingNewlines("No node bears a taint.\n");
        assertThat(run(1, "dedicated:NoExecute")).isEmpty();
        assertThat(said).isEqualToNormalizingNewlines("No node bears the taint dedicated:NoExecute.\n");
        assertThat(run(0, "-o", "json")).contains("\"taints\": []");
        assertThat(said).isEmpty();
    }

    @Test
    void aKeyThatNoNodeHasIsLikelyASlip() {
        taint("kubectl-taint", "node-1", mark("k", "", "NoSchedule"));
        assertThat(run(0, "--key", "k", "--key", "kk")).contains("k:NoSchedule");
        assertThat(run(1, "--key", "kk")).isEmpty();
        assertThat(said).isEqualToNormalizingNewlines("No node bears a taint with the key kk.\n");
        assertThat(run(1, "--key", "kk", "-o", "json")).contains("\"taints\": []");
        assertThat(said).isEqualToNormalizingNewlines("No node bears a taint with the key kk.\n");
    }

    @Test
    void eachTaintIsToldWithWhoWroteItAndWhy() {
        String dedicated = mark("dedicated", "gpu", "NoExecute");
        String cordon = mark("node.kubernetes.io/unschedulable", "", "NoSchedule");
        taint("kubectl-taint", "node-1", dedicated);
        taint("argo", "node-2", dedicated);
        patch("kubectl-cordon", "node-3", "{\"spec\": {\"unschedulable\": true}}");
        taint(CONTROLLER, "node-3", dedicated + "," + cordon);
        create(
                new ResourceType("", "v1", "serviceaccounts", "ServiceAccount", ResourceType.Scope.NAMESPACED),
                "default",
                "{metadata: {name: default}}");
        create(
                ResourceTypes.PODS,
                "default",
                "{metadata: {name: web}, spec: {nodeName: node-1, containers: [{name: c, image: i}],"
                        + " tolerations: [{key: dedicated, operator: Exists, effect: NoExecute, tolerationSeconds: 300}]}}");
        create(
                ResourceTypes.PODS,
                "default",
                "{metadata: {name: waits}, spec: {nodeSelector: {where: node-3}, containers: [{name: c, image: i}]}}");

        JsonNode taints = json().path("taints");

        assertThat(taints.findValuesAsText("taint"))
                .containsExactly("dedicated=gpu:NoExecute", "node.kubernetes.io/unschedulable:NoSchedule");
        assertThat(sources(taints.path(0))).containsExactly("node-1 kubectl-taint", "node-2 argo", "node-3 unknown");
        assertThat(sources(taints.path(1))).containsExactly("node-3 node lifecycle");
        assertThat(taints.at("/1/nodes/0/cordonedBy/0/manager").asText()).isEqualTo("kubectl-cordon");
        assertThat(taints.at("/0/pods/toleratingForAWhile").asInt()).isOne();
        assertThat(taints.findValuesAsText("keptOff")).containsExactly("1", "1");
        assertThat(run(0)).contains("several", "1 leaves within ", "cordoned: spec.unschedulable is true");
        assertThat(run(0, "-o", "wide")).contains("argo 1, kubectl-taint 1, unknown 1", "node-1,node-2,node-3");
        assertThat(run(0, "dedicated"))
                .contains("kubectl taint nodes node-1 node-2 node-3 dedicated:NoExecute-")
                .contains("Kept off, and pending: default/waits");
        assertThat(run(0, "-o", "yaml")).contains("kind: TaintList");
    }

    @Test
    void nodesAndKeysCanBeChosen() {
        taint("a", "node-1", mark("k", "v", "NoSchedule") + "," + mark("l", "", "NoSchedule"));
        taint("a", "node-2", mark("k", "w", "NoSchedule"));

        assertThat(json("--key", "k").path("taints").findValuesAsText("taint"))
                .containsExactly("k=v:NoSchedule", "k=w:NoSchedule");
        assertThat(json("--node", "node-2").path("taints").findValuesAsText("taint"))
                .containsExactly("k=w:NoSchedule");
        assertThat(json("--node", "node-2", "--node", "node-1", "k=v")
                        .path("taints")
                        .findValuesAsText("taint"))
                .containsExactly("k=v:NoSchedule");
        assertThat(json("-l", "where in (node-1)").path("taints").findValuesAsText("taint"))
                .containsExactly("k=v:NoSchedule", "l:NoSchedule");
        assertThat(run(0, "-l", "where=node-3")).isEmpty();
        assertThat(said).contains("None of these nodes bears a taint.");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "1 | --node nope | there is no node nope",
                "1 | -l where=node-1 --node node-2 | there is no node node-2 with the labels where=node-1",
                "2 | k:Never | has the effect \"Never\"",
                "2 | --for 5s | --for says how long to watch",
                "1 | --as nobody | the caller may not list nodes (nodes is forbidden",
            })
    void whatCannotBeToldIsRefusedInWords(int code, String typed, String because) {
        run(code, typed.split(" "));

        assertThat(said).contains(because);
    }

    @Test
    void whatTheCallerMayNotReadIsUnknown() {
        taint("a", "node-1", mark("k", "v", "NoExecute"));
        create(
                rights("clusterroles", "ClusterRole"),
                "",
                "{metadata: {name: looks}, rules: [{apiGroups: [''], resources: [nodes], verbs: [get, list]}]}");
        create(
                rights("clusterrolebindings", "ClusterRoleBinding"),
                "",
                "{metadata: {name: looks}, roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: looks},"
                        + " subjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: somebody}]}");
        for (int i = 0; i < LOOKS_MAX && !mayList("somebody"); i++) {
            Pause.of(LOOK, new SystemTime());
        }

        assertThat(run(0, "--as", "somebody")).contains("k=v:NoExecute").contains("unknown");
        assertThat(said)
                .contains("warning: pods: the caller may not list them; unknown: what the taints do to pods")
                .contains("warning: configmaps: the caller may not list them");
        assertThat(json("--as", "somebody").path("unknown").findValuesAsText("resource"))
                .containsExactly("configmaps", "pods");
    }

    private static ResourceType rights(String resource, String kind) {
        return new ResourceType("rbac.authorization.k8s.io", "v1", resource, kind, ResourceType.Scope.CLUSTER);
    }

    private boolean mayList(String user) {
        CommandLine command = TenureMain.commandLine();
        command.setOut(new PrintWriter(new StringWriter())).setErr(new PrintWriter(new StringWriter()));
        return command.execute("taints", "--data-dir", directory.root().toString(), "--as", user) == 0;
    }

    @Test
    void whatTenureRecordedOfANodeCounts() {
        taint("a", "node-1", mark("k", "v", "NoExecute"));
        String uid = client.get(ResourceTypes.NODES, "", "node-1") instanceof ApiReply.One one
                ? one.object().uid()
                : "";
        create(
                ResourceTypes.CONFIG_MAPS,
                "kube-system",
                "{metadata: {name: tenure-node-node-1, labels: {tenure.dev/record: node}}, data: {node: node-1, nodeUid: "
                        + uid + ", stays: '[{\"taint\":\"k\",\"since\":\"2026-01-01T00:00:00Z\"}]'}}");

        JsonNode node = json().at("/taints/0/nodes/0");

        assertThat(node.path("sinceFrom").asText()).isEqualTo("record");
        assertThat(node.path("since").asText()).isEqualTo("2026-01-01T00:00:00Z");
    }

    private static String told(Notice notice) {
        return switch (notice) {
            case Notice.Changed(var change) -> {
                JsonNode json = change.json();
                yield "%s %s %s %s %s"
                        .formatted(
                                json.path("node").asText(),
                                json.path("change").asText(),
                                json.path("taint").asText(),
                                json.path("times").asText(),
                                json.at("/writer/manager").asText("unknown"));
            }
            case Notice.Lost(var why) -> "lost " + why;
            case Notice.Regained _ -> "regained";
        };
    }

    private static List<String> await(TaintWatch watch, int count) {
        var told = new ArrayList<String>();
        for (int i = 0; i < LOOKS_MAX && told.size() < count; i++) {
            watch.take(count).forEach(notice -> told.add(told(notice)));
            Pause.of(LOOK, new SystemTime());
        }
        return told;
    }

    /// Two who write one list undo what the other did.
    @Test
    void writersWhoFightAreSeen() {
        taint("one", "node-1", mark("k", "1", "NoSchedule"));
        var subject = new TaintWatch.Subject(Map.of(), Set.of("node-1", "node-2"), _ -> true);
        List<StoredObject> known =
                client.list(ResourceTypes.NODES, "", Map.of()) instanceof ApiReply.Many many ? many.items() : List.of();

        try (var loop = new ThreadedLoop("taints", new SystemTime(), 4, new LoggedFaults());
                var watch = new TaintWatch(loop, client, subject, known)) {
            taint("two", "node-1", mark("k", "2", "NoSchedule"));
            assertThat(await(watch, 1)).containsExactly("node-1 changed k=2:NoSchedule 1 two");
            taint("three", "node-3", mark("k", "2", "NoSchedule"));
            taint("one", "node-1", mark("k", "1", "NoSchedule"));
            taint("two", "node-1", mark("l", "", "NoExecute"));
            patch("three", "node-1", "{\"metadata\": {\"labels\": {\"x\": \"y\"}}}");
            taint("two", "node-2", mark("l", "", "NoExecute"));
            taint("one", "node-2", "");

            assertThat(await(watch, 5))
                    .containsExactly(
                            "node-1 changed k=1:NoSchedule 2 one",
                            "node-1 removed k=1:NoSchedule 3 two",
                            "node-1 added l:NoExecute 1 two",
                            "node-2 added l:NoExecute 1 two",
                            "node-2 removed l:NoExecute 2 unknown");
        }
    }

    @Test
    void aNodeThatWentBeforeTheWatchBeganIsTold() {
        taint("one", "node-1", mark("k", "1", "NoSchedule"));
        List<StoredObject> known =
                client.list(ResourceTypes.NODES, "", Map.of()) instanceof ApiReply.Many many ? many.items() : List.of();
        client.delete(ResourceTypes.NODES, "", "node-1", Document.of(Json.object()));

        try (var loop = new ThreadedLoop("taints", new SystemTime(), 4, new LoggedFaults());
                var watch =
                        new TaintWatch(loop, client, new TaintWatch.Subject(Map.of(), Set.of(), _ -> true), known)) {
            assertThat(await(watch, 1)).containsExactly("node-1 node gone k=1:NoSchedule 1 unknown");
        }
    }

    @Test
    void aWatchEndsWhenItsTimeIsOver() {
        taint("one", "node-1", mark("k", "1", "NoSchedule"));

        assertThat(run(0, "--watch", "--for", "300ms")).contains("k=1:NoSchedule", "TIME ", "CHANGE");
        assertThat(run(0, "--watch", "--for", "300ms", "none"))
                .doesNotContain("k=1")
                .contains("TIME ");
        assertThat(run(0, "--watch", "--for", "300ms", "--node", "to-come")).contains("TIME ");
    }
}
