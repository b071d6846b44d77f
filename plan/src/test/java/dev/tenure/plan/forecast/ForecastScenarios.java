package dev.tenure.plan.forecast;

import dev.tenure.plan.change.Change;
import dev.tenure.plan.change.Change.DrainOptions;
import dev.tenure.plan.change.Change.LoseNodes;
import dev.tenure.plan.change.Change.NodeChoice;
import dev.tenure.plan.change.Change.Step;
import dev.tenure.plan.change.Change.Steps;
import dev.tenure.rules.taint.TaintEdit;
import dev.tenure.sim.scenario.Manifests;
import dev.tenure.wire.json.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The scenarios that forecasts are held against facts with. Nodes n1 to n4 have 2 CPUs each; n1 and n2 are
/// in zone a, n3 and n4 in zone b.
final class ForecastScenarios {
    /// One of them.
    ///
    /// @param name a sentence
    /// @param manifests of the cluster
    /// @param before what was done to the cluster before the forecast begins, and how long ago
    record ForecastCase(String name, List<String> manifests, Step before, Change change) {
        ForecastCase after(Change earlier, int secondsAgo) {
            return new ForecastCase(name, manifests, new Step(Duration.ofSeconds(secondsAgo), earlier), change);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static final String ALONE = "{apiVersion: v1, kind: Pod, metadata: {name: alone, namespace: default}, spec:"
            + " {nodeSelector: {kubernetes.io/hostname: n1}, containers: [{name: c, image: i}]%s}}";
    static final String ON_N1 = "affinity: {nodeAffinity: {preferredDuringSchedulingIgnoredDuringExecution:"
            + " [{weight: 100, preference: {matchExpressions: [{key: kubernetes.io/hostname, operator: In, values:"
            + " [n1]}]}}]}}";
    private static final String APART = "affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution:"
            + " [{topologyKey: kubernetes.io/hostname, labelSelector: {matchLabels: {app: web}}}]}}";
    private static final String ZONE_A = "nodeSelector: {topology.kubernetes.io/zone: a}";
    private static final String SPREAD = "topologySpreadConstraints: [{maxSkew: 1, topologyKey: kubernetes.io/hostname,"
            + " whenUnsatisfiable: DoNotSchedule, labelSelector: {matchLabels: {app: web}}}]";

    private ForecastScenarios() {}

    private static String node(int number, String zone) {
        return "{apiVersion: v1, kind: Node, metadata: {name: n%d, labels: {kubernetes.io/hostname: n%d, topology.kubernetes.io/zone: %s}}, status: {capacity: {cpu: '2', memory: 8Gi, pods: '20'}}}"
                .formatted(number, number, zone);
    }

    static List<String> nodes(int count, String... more) {
        var all = new ArrayList<String>();
        for (int i = 1; i <= count; i++) {
            all.add(node(i, i <= 2 ? "a" : "b"));
        }
        all.addAll(Arrays.asList(more));
        return all;
    }

    /// @param more lines of the pod's spec, in flow style
    static String workload(String kind, String name, int replicas, String cpu, String more) {
        String own = switch (kind) {
            case "StatefulSet" -> "serviceName: " + name + ", replicas: " + replicas + ",";
            case "DaemonSet" -> "";
            default -> "replicas: " + replicas + ",";
        };
        String selector = kind.equals("ReplicationController") ? "{app: %s}" : "{matchLabels: {app: %s}}";
        return "{apiVersion: %s, kind: %s, metadata: {name: %s, namespace: default}, spec: {%s selector: %s, template: {metadata: {labels: {app: %s}}, spec: {%s containers: [{name: main, image: i, resources: {requests: {cpu: %s}}}]}}}}"
                .formatted(
                        kind.equals("ReplicationController") ? "v1" : "apps/v1",
                        kind,
                        name,
                        own,
                        selector.formatted(name),
                        name,
                        more.isEmpty() ? "" : more + ",",
                        cpu);
    }

    static String web(int replicas, String cpu, String more) {
        return workload("Deployment", "web", replicas, cpu, more);
    }

    static String budget(String app, String bound) {
        return "{apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: %s, namespace: default}, spec: {%s, selector: {matchLabels: {app: %s}}}}"
                .formatted(app, bound, app);
    }

    static String service(String app) {
        return "{apiVersion: v1, kind: Service, metadata: {name: %s, namespace: default}, spec: {selector: {app: %s}, ports: [{port: 80}]}}"
                .formatted(app, app);
    }

    static String priority(String name, int value) {
        return "{apiVersion: scheduling.k8s.io/v1, kind: PriorityClass, metadata: {name: %s}, value: %d}"
                .formatted(name, value);
    }

    static String tolerating(String seconds) {
        return "tolerations: [{key: k, operator: Exists, effect: NoExecute%s}]"
                .formatted(seconds.isEmpty() ? "" : ", tolerationSeconds: " + seconds);
    }

    static Change taint(String taint, String... nodes) {
        return new Change.TaintNodes(NodeChoice.named(nodes), List.of(TaintEdit.parse(taint)), true);
    }

    static Change drain(DrainOptions options, String... nodes) {
        return new Change.Drain(NodeChoice.named(nodes), options);
    }

    static DrainOptions options(boolean force, boolean data, long grace, boolean disableEviction) {
        return new DrainOptions(force, true, data, grace, Duration.ZERO, "", disableEviction, 0);
    }

    static Change apply(String manifest) {
        List<ObjectNode> read = Manifests.read(manifest);
        return new Change.Apply(read, "default");
    }

    private static Step at(int seconds, Change change) {
        return new Step(Duration.ofSeconds(seconds), change);
    }

    static ForecastCase played(String name, List<String> manifests, Change change) {
        return new ForecastCase(name, manifests, new Step(Duration.ZERO, new Change.Nothing()), change);
    }

    static List<ForecastCase> all() {
        var all = new ArrayList<ForecastCase>();
        all.addAll(taints());
        all.addAll(PolicyScenarios.all());
        all.addAll(ReadinessScenarios.all());
        all.addAll(moreTaints());
        all.addAll(DrainScenarios.all());
        all.addAll(losses());
        all.addAll(placements());
        all.addAll(workloads());
        all.addAll(UpdateScenarios.all());
        all.addAll(MachineSetScenarios.all());
        all.addAll(PressureScenarios.all());
        return all;
    }

    private static List<ForecastCase> taints() {
        List<String> plain = nodes(2, web(3, "100m", ON_N1), service("web"), budget("web", "minAvailable: 2"));
        return List.of(
                played("nothing changes", plain, new Change.Nothing()),
                played("a taint nobody tolerates", plain, taint("k:NoExecute", "n1")),
                played("a stay of 30 s", nodes(2, web(3, "100m", tolerating("30"))), taint("k:NoExecute", "n1")),
                played("a stay for ever", nodes(2, web(3, "100m", tolerating(""))), taint("k:NoExecute", "n1")),
                played("a taint that only keeps pods off", plain, taint("k:NoSchedule", "n1")),
                played("a taint that only deters", plain, taint("k:PreferNoSchedule", "n1")),
                played(
                        "a second taint that nobody tolerates, later",
                        nodes(2, web(3, "100m", tolerating("300"))),
                        new Steps(List.of(at(0, taint("k:NoExecute", "n1")), at(60, taint("other:NoExecute", "n1"))))),
                played(
                        "a taint that is taken back in time",
                        nodes(2, web(3, "100m", tolerating("300"))),
                        new Steps(List.of(at(0, taint("k:NoExecute", "n1")), at(60, taint("k-", "n1"))))),
                played(
                        "a taint that goes and comes again",
                        nodes(2, web(3, "100m", tolerating("100"))),
                        new Steps(List.of(
                                at(0, taint("k:NoExecute", "n1")),
                                at(60, taint("k-", "n1")),
                                at(70, taint("k:NoExecute", "n1"))))));
    }

    private static List<ForecastCase> moreTaints() {
        List<String> plain = nodes(2, web(3, "100m", ON_N1), service("web"), budget("web", "minAvailable: 2"));
        return List.of(
                played("a taint on every node", plain, taint("k:NoExecute", "n1", "n2")),
                played("a taint on two nodes of three", nodes(3, web(6, "100m", "")), taint("k:NoExecute", "n1", "n2")),
                played(
                        "a taint on a pod that nobody replaces",
                        nodes(2, ALONE.formatted("")),
                        taint("k:NoExecute", "n1")),
                played(
                                "a taint that is taken away lets waiting pods run",
                                nodes(1, web(2, "100m", "")),
                                taint("k-", "n1"))
                        .after(taint("k:NoExecute", "n1"), 60),
                played(
                                "a node that is free again lets waiting pods run",
                                nodes(1),
                                new Change.Steps(List.of(
                                        at(0, new Change.Cordon(NodeChoice.named("n1"), false)),
                                        at(10, apply(web(2, "100m", ""))))))
                        .after(new Change.Cordon(NodeChoice.named("n1"), true), 30));
    }

    private static List<ForecastCase> losses() {
        List<String> plain = nodes(4, web(4, "100m", ""), service("web"), budget("web", "minAvailable: 3"));
        var n1 = NodeChoice.named("n1");
        return List.of(
                played("a lost node", plain, new LoseNodes(n1, true)),
                played(
                        "a drain of a lost node that a budget holds back until its silence is seen",
                        nodes(
                                3,
                                web(2, "100m", ON_N1),
                                budget("web", "maxUnavailable: 0, unhealthyPodEvictionPolicy: AlwaysAllow")),
                        new Steps(List.of(at(0, new LoseNodes(n1, true)), at(0, drain(DrainOptions.STANDARD, "n1"))))),
                played(
                        "a lost node with a StatefulSet",
                        nodes(3, workload("StatefulSet", "db", 3, "100m", "")),
                        new LoseNodes(n1, true)),
                played(
                        "a lost node that comes back in time",
                        plain,
                        new Steps(List.of(at(0, new LoseNodes(n1, true)), at(200, new LoseNodes(n1, false))))),
                played(
                        "a lost node that comes back late",
                        plain,
                        new Steps(List.of(at(0, new LoseNodes(n1, true)), at(500, new LoseNodes(n1, false))))),
                played("a lost zone", plain, new LoseNodes(NodeChoice.ofZone("a"), true)),
                played(
                        "a cluster that is lost as a whole",
                        nodes(2, web(2, "100m", "")),
                        new LoseNodes(NodeChoice.named("n1", "n2"), true)),
                played("a node that is silent already", plain, new Change.Nothing())
                        .after(new LoseNodes(n1, true), 120),
                played("a node that is silent and counts as ready", plain, new Change.Nothing())
                        .after(new LoseNodes(n1, true), 35),
                played("a node that fell silent a moment ago", plain, new Change.Nothing())
                        .after(new LoseNodes(n1, true), 5),
                played(
                        "a drain that waits for the pods of a lost node",
                        nodes(4, web(3, "100m", APART), budget("web", "minAvailable: 2")),
                        new Steps(List.of(
                                at(0, new LoseNodes(n1, true)), at(100, drain(DrainOptions.STANDARD, "n2", "n3"))))),
                played("a deleted node", plain, new Change.DeleteNodes(n1)),
                played(
                        "a deleted node with a pod that nobody replaces",
                        nodes(2, ALONE.formatted("")),
                        new Change.DeleteNodes(n1)));
    }

    private static List<ForecastCase> placements() {
        List<String> ranks = nodes(
                2,
                priority("high", 1000),
                web(1, "1500m", "priorityClassName: high," + ON_N1),
                workload("Deployment", "low", 1, "1500m", "nodeSelector: {kubernetes.io/hostname: n2}"));
        return List.of(
                played("pods that must stand apart", nodes(2, web(2, "100m", APART)), taint("k:NoExecute", "n1")),
                played(
                        "pods that must stand apart, with room",
                        nodes(3, web(2, "100m", APART)),
                        taint("k:NoExecute", "n1")),
                played("pods that must be spread", nodes(3, web(3, "100m", SPREAD)), taint("k:NoExecute", "n1")),
                played(
                        "pods that must stay in their zone",
                        nodes(4, web(2, "900m", ZONE_A)),
                        taint("k:NoExecute", "n1", "n2")),
                played("too little room", nodes(2, web(3, "900m", "")), taint("k:NoExecute", "n1")),
                played("a replacement that preempts", ranks, taint("k:NoExecute", "n1")),
                played(
                        "a quota that refuses nothing",
                        nodes(
                                2,
                                "{apiVersion: v1, kind: ResourceQuota, metadata: {name: q, namespace: default}, spec:"
                                        + " {hard: {pods: '3'}}}",
                                web(3, "100m", ON_N1)),
                        taint("k:NoExecute", "n1")));
    }

    private static List<ForecastCase> workloads() {
        return List.of(
                played("scale up", nodes(2, web(2, "500m", "")), new Change.Scale("deployment", "default", "web", 4)),
                played(
                        "a replacement that waits until it is scaled away",
                        nodes(2, web(2, "500m", APART)),
                        new Change.Steps(List.of(
                                new Change.Step(Duration.ZERO, taint("k:NoExecute", "n1")),
                                new Change.Step(
                                        Duration.ofSeconds(20), new Change.Scale("deployment", "default", "web", 1))))),
                played(
                        "scale up beyond the room",
                        nodes(1, web(1, "900m", "")),
                        new Change.Scale("deployment", "default", "web", 4)),
                played(
                        "scale down to nothing",
                        nodes(2, web(3, "100m", ""), service("web")),
                        new Change.Scale("deployment", "default", "web", 0)),
                played(
                        "scale a StatefulSet",
                        nodes(2, workload("StatefulSet", "db", 1, "100m", "")),
                        new Change.Scale("sts", "default", "db", 3)),
                played("a new Deployment", nodes(2), apply(web(2, "100m", ""))),
                played(
                        "a manifest that does not fit",
                        nodes(2, web(3, "100m", ""), service("web")),
                        apply(web(3, "3", ""))),
                played(
                        "a StatefulSet under a taint",
                        nodes(2, workload("StatefulSet", "db", 3, "100m", ON_N1)),
                        taint("k:NoExecute", "n1")),
                played(
                        "a DaemonSet under a taint",
                        nodes(2, workload("DaemonSet", "agent", 0, "10m", "")),
                        taint("k:NoExecute", "n1")),
                played(
                        "a DaemonSet that tolerates a taint",
                        nodes(2, workload("DaemonSet", "agent", 0, "10m", tolerating(""))),
                        taint("k:NoExecute", "n1")),
                played(
                        "a ReplicationController under a taint",
                        nodes(2, workload("ReplicationController", "old", 3, "100m", ON_N1)),
                        taint("k:NoExecute", "n1")),
                played(
                        "a ReplicaSet under a taint",
                        nodes(2, workload("ReplicaSet", "set", 3, "100m", ON_N1)),
                        taint("k:NoExecute", "n1")));
    }
}
