package dev.tenure.plan.forecast;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/// Manifests of small clusters by chance, with most of what decides where a pod may be and for how long.
/// Equal seeds give equal clusters. Names tell what is what: nodes are `n1`, `n2`, …, workloads `app1`,
/// `app2`, ….
final class RandomForecastCluster {
    static final List<String> KEYS = List.of("k", "other");
    private static final String SHAPE =
            "{apiVersion: %s, kind: %s, metadata: {name: %s, namespace: default}, spec: {%s}}";
    private static final List<String> STAYS = List.of("", "-5", "0", "1", "20", "45", "90", "200", "600", "9999999999");

    private static final List<String> ROLLOUTS = List.of(
            "",
            "",
            "strategy: {type: Recreate}, ",
            "minReadySeconds: 30, ",
            "minReadySeconds: 250, ",
            "strategy: {rollingUpdate: {maxSurge: 0, maxUnavailable: 1}}, ");

    /// A workload.
    ///
    /// @param kind of the workload; `Pod` for one that has none
    record App(String kind, String name, int replicas, String pod) {
        /// As users write it.
        String manifest() {
            return manifest(replicas, pod);
        }

        /// @param other pods that it is to have
        /// @param spec of its pods
        String manifest(int other, String spec) {
            String template = "template: {metadata: {labels: {app: %s}}, spec: {%s}}".formatted(name, spec);
            String labels = "selector: {matchLabels: {app: %s}}".formatted(name);
            return switch (kind) {
                case "Pod" ->
                    "{apiVersion: v1, kind: Pod, metadata: {name: %s, namespace: default, labels: {app: %s}}, spec: {%s}}"
                            .formatted(name, name, spec);
                case "Job" ->
                    SHAPE.formatted(
                            "batch/v1",
                            kind,
                            name,
                            "parallelism: %d, completions: %d, template: {metadata: {labels: {app: %s}}, spec: {restartPolicy: Never, %s}}"
                                    .formatted(other, other, name, spec));
                case "ReplicationController" ->
                    SHAPE.formatted(
                            "v1", kind, name, "replicas: %d, selector: {app: %s}, %s".formatted(other, name, template));
                case "DaemonSet" -> SHAPE.formatted("apps/v1", kind, name, labels + ", " + template);
                default ->
                    SHAPE.formatted(
                            "apps/v1",
                            kind,
                            name,
                            "%sreplicas: %d, %s, %s".formatted(further(), other, labels, template));
            };
        }

        private String further() {
            return switch (kind) {
                case "StatefulSet" ->
                    "serviceName: %s, podManagementPolicy: %s, "
                            .formatted(name, replicas % 2 == 0 ? "Parallel" : "OrderedReady");
                case "Deployment" -> ROLLOUTS.get(pod.length() % ROLLOUTS.size());
                default -> "";
            };
        }
    }

    private final SplittableRandom random;
    private final List<String> manifests = new ArrayList<>();
    private final List<String> nodes = new ArrayList<>();
    private final List<App> apps = new ArrayList<>();
    private final int zones;
    private final int beforeQuota;

    RandomForecastCluster(SplittableRandom random) {
        this.random = random;
        zones = random.nextInt(1, 5);
        int count = random.nextInt(10) == 0 ? random.nextInt(13, 31) : random.nextInt(5, 13);
        for (int i = 1; i <= count; i++) {
            node(i);
        }
        priority("low", -10, "PreemptLowerPriority");
        priority("high", 1000, "PreemptLowerPriority");
        priority("polite", 2000, "Never");
        volumes();
        beforeQuota = manifests.size();
        if (random.nextInt(6) == 0) {
            quota();
        }
        int workloads = random.nextInt(3, 9);
        for (int i = 1; i <= workloads; i++) {
            app("app" + i);
        }
    }

    List<String> manifests() {
        return manifests;
    }

    List<String> nodes() {
        return nodes;
    }

    List<App> apps() {
        return apps;
    }

    int zones() {
        return zones;
    }

    String node() {
        return nodes.get(random.nextInt(nodes.size()));
    }

    App app() {
        return apps.get(random.nextInt(apps.size()));
    }

    private boolean one(int in) {
        return random.nextInt(in) == 0;
    }

    private String any(List<String> words) {
        return words.get(random.nextInt(words.size()));
    }

    private void node(int number) {
        String name = "n" + number;
        nodes.add(name);
        var spec = new ArrayList<String>();
        if (one(12)) {
            spec.add("unschedulable: true");
        }
        if (one(6)) {
            spec.add("taints: [{key: dedicated, value: db, effect: %s}]"
                    .formatted(one(2) ? "NoSchedule" : "PreferNoSchedule"));
        }
        manifests.add(
                "{apiVersion: v1, kind: Node, metadata: {name: %s, labels: {kubernetes.io/hostname: %s, topology.kubernetes.io/zone: z%d, disk: %s}}, spec: {%s}, status: {capacity: {cpu: %dm, memory: 8Gi, pods: '%d'}}}"
                        .formatted(
                                name,
                                name,
                                number % zones,
                                one(2) ? "ssd" : "hdd",
                                String.join(", ", spec),
                                random.nextInt(700, 2500),
                                one(8) ? random.nextInt(2, 5) : random.nextInt(6, 21)));
    }

    private void priority(String name, int value, String policy) {
        manifests.add(
                "{apiVersion: scheduling.k8s.io/v1, kind: PriorityClass, metadata: {name: %s}, value: %d, preemptionPolicy: %s}"
                        .formatted(name, value, policy));
    }

    private void quota() {
        manifests.add(
                SHAPE.formatted("v1", "ResourceQuota", "quota", "hard: {pods: '%d'}".formatted(random.nextInt(5, 30))));
    }

    /// A class whose volumes are made for the first pod, in its zone, and three claims of it.
    private void volumes() {
        manifests.add(
                "{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: late}, provisioner: example.com/disk, volumeBindingMode: WaitForFirstConsumer}");
        for (int i = 1; i <= 3; i++) {
            manifests.add(SHAPE.formatted(
                    "v1",
                    "PersistentVolumeClaim",
                    "claim" + i,
                    "storageClassName: late, accessModes: [%s], resources: {requests: {storage: 1Gi}}"
                            .formatted(one(3) ? "ReadWriteOncePod" : "ReadWriteOnce")));
        }
    }

    private void app(String name) {
        String kind = switch (random.nextInt(14)) {
            case 0, 1 -> "StatefulSet";
            case 2 -> "DaemonSet";
            case 3 -> "Job";
            case 4, 5 -> "Pod";
            case 6 -> "ReplicaSet";
            case 7 -> "ReplicationController";
            default -> "Deployment";
        };
        var app = new App(kind, name, kind.equals("Pod") ? 1 : random.nextInt(1, 7), pod(name, kind));
        apps.add(app);
        // whoever makes a pod by hand is told by a quota, so it is there before one is
        manifests.add(kind.equals("Pod") ? beforeQuota : manifests.size(), app.manifest());
        if (one(2)) {
            manifests.add(SHAPE.formatted(
                    "policy/v1",
                    "PodDisruptionBudget",
                    name,
                    "%s, selector: {matchLabels: {app: %s}}%s"
                            .formatted(bound(), name, one(3) ? ", unhealthyPodEvictionPolicy: AlwaysAllow" : "")));
        }
        if (one(2)) {
            manifests.add(
                    SHAPE.formatted("v1", "Service", name, "selector: {app: %s}, ports: [{port: 80}]".formatted(name)));
        }
    }

    private String bound() {
        return switch (random.nextInt(4)) {
            case 0 -> "minAvailable: " + random.nextInt(0, 5);
            case 1 -> "maxUnavailable: " + random.nextInt(0, 3);
            case 2 -> "minAvailable: %d%%".formatted(random.nextInt(0, 101));
            default -> "maxUnavailable: %d%%".formatted(random.nextInt(0, 101));
        };
    }

    /// The spec of a pod, in flow style.
    String pod(String name, String kind) {
        var spec = new ArrayList<String>();
        spec.add("tolerations: [%s]".formatted(String.join(", ", tolerations())));
        place(name, spec);
        spread(name, spec);
        if (one(5)) {
            spec.add("priorityClassName: " + any(List.of("low", "high", "polite")));
        }
        boolean hook = one(6);
        if (hook || one(3)) {
            spec.add("terminationGracePeriodSeconds: "
                    + any(hook ? List.of("45", "300") : List.of("0", "1", "10", "45")));
        }
        if ((kind.equals("Pod") || kind.equals("Job")) && one(6)) {
            spec.add("activeDeadlineSeconds: " + random.nextInt(200, 900));
        }
        if (one(8)) {
            spec.add("volumes: [{name: scratch, emptyDir: {}}]");
        } else if (one(10)) {
            spec.add("volumes: [{name: data, persistentVolumeClaim: {claimName: claim%d}}]"
                    .formatted(random.nextInt(1, 4)));
        }
        var container = new ArrayList<>(List.of("name: main", "image: i"));
        boolean daemon = kind.equals("DaemonSet");
        if (!one(12)) {
            container.add("resources: {requests: {cpu: %dm, memory: 32Mi}}"
                    .formatted(daemon ? random.nextInt(1, 20) : random.nextInt(20, 500)));
        }
        if (one(12)) {
            container.add("ports: [{containerPort: 80, hostPort: %d}]".formatted(random.nextInt(8080, 8082)));
        }
        if (one(15)) {
            container.add("readinessProbe: {tcpSocket: {port: 80}, initialDelaySeconds: %d}"
                    .formatted(random.nextInt(1, 250)));
        }
        if (hook) {
            container.add("lifecycle: {preStop: {sleep: {seconds: %d}}}".formatted(random.nextInt(1, 40)));
        }
        spec.add("containers: [{%s}]".formatted(String.join(", ", container)));
        return String.join(", ", spec);
    }

    private List<String> tolerations() {
        var all = new ArrayList<String>();
        for (String key : KEYS) {
            if (one(2)) {
                all.add(toleration(key));
            }
            if (one(8)) {
                all.add(toleration(key));
            }
        }
        for (String key : List.of("node.kubernetes.io/unreachable", "node.kubernetes.io/not-ready")) {
            if (one(2)) {
                all.add("{key: %s, operator: Exists, effect: NoExecute, tolerationSeconds: %d}"
                        .formatted(key, random.nextInt(0, 120)));
            } else if (one(5)) {
                all.add("{key: %s, operator: Exists, effect: NoExecute}".formatted(key));
            }
        }
        if (one(5)) {
            all.add("{key: dedicated, value: db}");
        }
        if (one(25)) {
            all.add("{operator: Exists}");
        }
        if (one(15)) {
            all.add("{key: node.kubernetes.io/unschedulable, operator: Exists}");
        }
        return all;
    }

    private String toleration(String key) {
        String stay = any(STAYS);
        String who = one(2) ? "operator: Exists" : "value: '%s'".formatted(one(2) ? "v" : "");
        if (!stay.isEmpty()) {
            return "{key: %s, %s, effect: NoExecute, tolerationSeconds: %s}".formatted(key, who, stay);
        }
        return "{key: %s, %s%s}".formatted(key, who, one(2) ? ", effect: NoExecute" : "");
    }

    private void place(String name, List<String> spec) {
        switch (random.nextInt(12)) {
            case 0 -> spec.add("nodeSelector: {disk: ssd}");
            case 1 -> spec.add("nodeSelector: {topology.kubernetes.io/zone: z%d}".formatted(random.nextInt(zones)));
            case 2, 3 ->
                spec.add(
                        "affinity: {nodeAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [{weight: 90, preference: {matchExpressions: [{key: kubernetes.io/hostname, operator: In, values: [%s]}]}}]}}"
                                .formatted(node()));
            case 4 -> spec.add(podAffinity("podAntiAffinity", name, "kubernetes.io/hostname"));
            case 5 -> spec.add(podAffinity("podAntiAffinity", name, "topology.kubernetes.io/zone"));
            case 6 -> spec.add(podAffinity("podAffinity", name, "topology.kubernetes.io/zone"));
            default -> {
                // anywhere
            }
        }
    }

    private String podAffinity(String kind, String app, String topology) {
        String term = "topologyKey: %s, labelSelector: {matchLabels: {app: %s}}".formatted(topology, app);
        return one(2)
                ? "affinity: {%s: {requiredDuringSchedulingIgnoredDuringExecution: [{%s}]}}".formatted(kind, term)
                : "affinity: {%s: {preferredDuringSchedulingIgnoredDuringExecution: [{weight: 50, podAffinityTerm: {%s}}]}}"
                        .formatted(kind, term);
    }

    private void spread(String name, List<String> spec) {
        if (!one(5)) {
            return;
        }
        spec.add(
                "topologySpreadConstraints: [{maxSkew: %d, topologyKey: %s, whenUnsatisfiable: %s, labelSelector: {matchLabels: {app: %s}}%s}]"
                        .formatted(
                                random.nextInt(1, 3),
                                one(2) ? "kubernetes.io/hostname" : "topology.kubernetes.io/zone",
                                one(2) ? "DoNotSchedule" : "ScheduleAnyway",
                                name,
                                one(3) ? ", nodeTaintsPolicy: Honor" : ""));
    }
}
