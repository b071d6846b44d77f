package dev.tenure.launch.up;

import dev.tenure.cli.command.ClusterOptions;
import dev.tenure.cli.command.plan.ExportCommand;
import dev.tenure.cli.command.plan.PlanCommand;
import dev.tenure.cli.kubeconfig.KubeconfigParser;
import dev.tenure.client.ClusterClient;
import dev.tenure.client.rest.Connection;
import dev.tenure.client.rest.HttpEndpoint;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.WatchReply;
import dev.tenure.runtime.io.Batch;
import dev.tenure.runtime.io.Pause;
import dev.tenure.runtime.time.TimeSource;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import picocli.CommandLine;

/// What users do first, done once with a cluster that was just started, over its socket: nodes and pods are
/// made, listed and watched, many watchers see the same, nodes are tainted and their pods evicted. The JVM
/// writes down what it learned from it (`./tenure`, AOT cache), and a server that is started later knows
/// which of its code is worth compiling.
final class Practice {
    private static final int NODES = 150;
    private static final int PODS = 2_000;
    private static final int TAINTED = 10;
    private static final int AT_ONCE = 32;
    private static final int TEMPLATES = 20;
    private static final int WORKLOADS = 16;
    private static final int REPLICAS = 25;
    private static final int CONNECTIONS = 4;
    private static final int WATCHERS = 40;
    private static final int WATCHED = 200;
    private static final Duration LOOK = Duration.ofMillis(100);
    private static final int LOOKS_MAX = 300;
    private static final String NAMESPACE = "default";
    private static final String TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io,application/json";
    private static final String UNTAINT = "{\"spec\":{\"taints\":null}}";
    private static final String TAINT =
            "{\"spec\":{\"taints\":[{\"key\":\"practice\",\"value\":\"x\",\"effect\":\"NoExecute\"}]}}";

    private final Path kubeconfig;
    private final Connection connection;
    private final TimeSource time;

    /// @param kubeconfig of the cluster's administrator
    Practice(Path kubeconfig, TimeSource time) {
        this.kubeconfig = kubeconfig;
        this.connection = KubeconfigParser.read(kubeconfig);
        this.time = time;
    }

    /// Returns when all is done, or half a minute after it stopped getting on.
    ///
    /// @throws Exception what the first request that failed ended with
    void run() throws Exception {
        List<HttpEndpoint> endpoints = IntStream.range(0, CONNECTIONS)
                .mapToObj(_ -> new HttpEndpoint(connection))
                .toList();
        try {
            use(endpoints);
        } finally {
            endpoints.forEach(HttpEndpoint::close);
        }
    }

    private void use(List<HttpEndpoint> endpoints) throws Exception {
        List<ClusterClient> clients =
                endpoints.stream().map(ClusterOptions::client).toList();
        ClusterClient first = clients.getFirst();
        WatchReply watch = first.watch(ResourceTypes.PODS, NAMESPACE, Map.of());
        each(clients, NODES, (client, i) -> {
            client.create(ResourceTypes.NODES, "", node(i));
            patchNode(client, i, Body.MERGE_PATCH, UNTAINT);
        });
        each(clients, PODS, (client, i) -> client.create(ResourceTypes.PODS, NAMESPACE, pod(1 + i % TEMPLATES)));
        await(() -> count(first, "spec.nodeName!=") >= PODS);
        workloads(clients);
        for (int page = 0; page < CONNECTIONS; page++) {
            endpoints.getFirst().get("/api/v1/pods?limit=500", TABLE);
        }
        watch(clients);
        plan();
        each(clients, TAINTED, (client, i) -> patchNode(client, i, Body.STRATEGIC_MERGE_PATCH, TAINT));
        for (int i = 0; i < TAINTED; i++) {
            String node = "spec.nodeName=practice-" + i;
            await(() -> count(first, node) == 0);
        }
        close(watch);
    }

    /// Deployments with a service and a budget each, whose pods run on the nodes that are simulated.
    private void workloads(List<ClusterClient> clients) throws Exception {
        each(clients, WORKLOADS, (client, i) -> {
            client.create(ResourceTypes.DEPLOYMENTS, NAMESPACE, deployment(i));
            client.create(ResourceTypes.SERVICES, NAMESPACE, service(i));
            client.create(ResourceTypes.POD_DISRUPTION_BUDGETS, NAMESPACE, budget(i));
        });
        await(() -> count(clients.getFirst(), "status.phase=Running") >= WORKLOADS * REPLICAS);
    }

    /// Many watchers of the same objects.
    private static void watch(List<ClusterClient> clients) throws Exception {
        List<WatchReply> watches = IntStream.range(0, WATCHERS)
                .mapToObj(i -> clients.get(i % CONNECTIONS).watch(ResourceTypes.CONFIG_MAPS, NAMESPACE, Map.of()))
                .toList();
        each(clients, WATCHED, (client, i) -> client.create(ResourceTypes.CONFIG_MAPS, NAMESPACE, configMap(i)));
        watches.forEach(Practice::close);
    }

    private static void close(WatchReply watch) {
        if (watch instanceof WatchReply.Started started) {
            started.cursor().close();
        }
    }

    /// A plan of the cluster, and one of a file.
    private void plan() throws IOException {
        Path export = kubeconfig.resolveSibling(
                "practice.tenure"); // beside it, so that it goes with the folder whatever happens
        try {
            execute(new ExportCommand(), "--kubeconfig", kubeconfig.toString(), export.toString());
            for (int i = 0; i < 4; i++) {
                execute(new PlanCommand(), "lose", "node", "node-2", "--kubeconfig", kubeconfig.toString());
            }
            execute(new PlanCommand(), "drain", "node-1", "--from", export.toString());
            execute(new PlanCommand(), "lose", "node", "node-2", "--from", export.toString());
        } finally {
            Files.delete(export);
        }
    }

    private static void execute(Object command, String... words) {
        var nowhere = new PrintWriter(Writer.nullWriter());
        new CommandLine(command).setOut(nowhere).setErr(nowhere).execute(words);
    }

    private interface Step {
        void carryOut(ClusterClient client, int number);
    }

    private static void each(List<ClusterClient> clients, int count, Step step) throws Exception {
        List<Integer> numbers = IntStream.range(0, count).boxed().toList();
        Batch.run(numbers, AT_ONCE, i -> step.carryOut(clients.get(i % clients.size()), i), _ -> {});
    }

    private static void patchNode(ClusterClient client, int number, String type, String patch) {
        byte[] body = patch.getBytes(StandardCharsets.UTF_8);
        client.patch(ResourceTypes.NODES, "", "practice-" + number, "", new Body(type, body));
    }

    private static Document node(int number) {
        return document("""
            {"apiVersion":"v1","kind":"Node","metadata":{"name":"practice-%1$d","labels":{"practice":"","kubernetes.io/os":"linux",
             "topology.kubernetes.io/zone":"z%2$d"}},"status":{"capacity":{"cpu":"32","memory":"256Gi","pods":"110"},
             "allocatable":{"cpu":"32","memory":"256Gi","pods":"110"},"conditions":[{"type":"Ready","status":"True",
             "reason":"KubeletReady","message":"kubelet is posting ready status"}]}}\
            """.formatted(number, number % 3));
    }

    private static Document pod(int template) {
        return document("""
            {"apiVersion":"v1","kind":"Pod","metadata":{"generateName":"practice-","labels":{"app":"a%1$d"}},"spec":{
             "terminationGracePeriodSeconds":0,"containers":[{"name":"main","image":"example/app:1.%1$d","env":[
             {"name":"MODE","value":"practice"},{"name":"NAME","valueFrom":{"fieldRef":{"fieldPath":"metadata.name"}}}],
             "ports":[{"containerPort":8080,"name":"http"}],"resources":{"requests":{"cpu":"%1$dm","memory":"32Mi"},
             "limits":{"memory":"256Mi"}},"readinessProbe":{"httpGet":{"path":"/ready","port":8080}}},
             {"name":"side","image":"example/proxy:2","resources":{"requests":{"cpu":"10m","memory":"16Mi"}}}],
             "tolerations":[{"key":"dedicated","operator":"Equal","value":"batch","effect":"NoSchedule"}]}}\
            """.formatted(template));
    }

    private static Document deployment(int number) {
        return document("""
            {"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"practice-%1$d"},"spec":{"replicas":%2$d,
             "selector":{"matchLabels":{"run":"w%1$d"}},"template":{"metadata":{"labels":{"run":"w%1$d"}},"spec":{
             "affinity":{"nodeAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":{"nodeSelectorTerms":[
             {"matchExpressions":[{"key":"practice","operator":"DoesNotExist"}]}]}}},
             "containers":[{"name":"main","image":"example/app:1","ports":[{"containerPort":8080}],
             "resources":{"requests":{"cpu":"%1$dm","memory":"16Mi"}}}]}}}}\
            """.formatted(number + 1, REPLICAS));
    }

    private static Document service(int number) {
        return document("""
            {"apiVersion":"v1","kind":"Service","metadata":{"name":"practice-%1$d"},"spec":{"selector":{"run":"w%1$d"},
             "ports":[{"port":80,"targetPort":8080}]}}\
            """.formatted(number + 1));
    }

    private static Document budget(int number) {
        return document("""
            {"apiVersion":"policy/v1","kind":"PodDisruptionBudget","metadata":{"name":"practice-%1$d"},"spec":{
             "selector":{"matchLabels":{"run":"w%1$d"}},"maxUnavailable":1}}\
            """.formatted(number + 1));
    }

    private static Document configMap(int number) {
        return document("""
            {"apiVersion":"v1","kind":"ConfigMap","metadata":{"generateName":"practice-","labels":{"fan":""}},
             "data":{"number":"%1$d","text":"%2$s"}}\
            """.formatted(number, "some text ".repeat(40)));
    }

    private static Document document(String json) {
        ObjectNode tree = Json.readObject(json.getBytes(StandardCharsets.UTF_8));
        return Document.of(tree);
    }

    private static int count(ClusterClient client, String selector) {
        ApiReply reply = client.list(ResourceTypes.PODS, NAMESPACE, Map.of("fieldSelector", selector));
        return reply instanceof ApiReply.Many many ? many.items().size() : 0;
    }

    private interface Goal {
        boolean isReached();
    }

    private void await(Goal goal) {
        for (int looks = 0; looks < LOOKS_MAX && !goal.isReached(); looks++) {
            Pause.of(LOOK, time);
        }
    }
}
