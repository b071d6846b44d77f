package dev.tenure.plan.resilience;

import dev.tenure.model.meta.StoredObject;
import dev.tenure.plan.source.ClusterDump;
import dev.tenure.plan.source.DumpFiles;
import dev.tenure.sim.scenario.World;
import dev.tenure.sim.scenario.WorldBuilder;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/// Small clusters by chance, running and at rest: workloads of all sorts, stays, budgets, services. Equal
/// seeds give equal clusters.
final class RandomDump {
    private static final String[] KEYS = {
        "node.kubernetes.io/unreachable", "node.kubernetes.io/not-ready", "maintenance"
    };

    private final SplittableRandom random;
    private final boolean alike;
    private final List<ObjectNode> manifests = new ArrayList<>();

    private RandomDump(long seed, boolean alike) {
        random = new SplittableRandom(seed);
        this.alike = alike;
    }

    /// @param alike whether all pods ask for the same, so that it does not matter which comes first
    static ClusterDump of(long seed, boolean alike) {
        var made = new RandomDump(seed, alike);
        made.make();
        World world = WorldBuilder.build(seed, made.manifests);
        var text = new StringBuilder("{\"apiVersion\":\"v1\",\"kind\":\"List\",\"items\":[");
        String before = "";
        for (StoredObject object : world.objects()) {
            text.append(before).append(new String(object.json(), StandardCharsets.UTF_8));
            before = ",\n";
        }
        byte[] json = text.append("]}").toString().getBytes(StandardCharsets.UTF_8);
        return DumpFiles.read(List.of(DumpFiles.STDIN), new ByteArrayInputStream(json))
                .at(new ClusterDump.Moment(world.epoch(), "made"));
    }

    private void make() {
        int nodes = random.nextInt(4, 9);
        int zones = random.nextInt(1, 4);
        for (int i = 0; i < nodes; i++) {
            node(i, zones);
        }
        int workloads = random.nextInt(3, 8);
        for (int i = 0; i < workloads; i++) {
            switch (random.nextInt(8)) {
                case 0 -> workload("StatefulSet", i);
                case 1 -> workload("DaemonSet", i);
                case 2 -> bare(i);
                default -> workload("Deployment", i);
            }
        }
    }

    private void node(int number, int zones) {
        ObjectNode node = Json.object().put("apiVersion", "v1").put("kind", "Node");
        node.putObject("metadata")
                .put("name", "node-" + number)
                .putObject("labels")
                .put("kubernetes.io/hostname", "node-" + number)
                .put("topology.kubernetes.io/zone", "zone-" + number % zones)
                .put("disk", number % 2 == 0 ? "ssd" : "hdd");
        if (random.nextInt(6) == 0) {
            node.putObject("spec")
                    .putArray("taints")
                    .addObject()
                    .put("key", "dedicated")
                    .put("value", "db")
                    .put("effect", random.nextBoolean() ? "NoSchedule" : "PreferNoSchedule");
        }
        node.putObject("status")
                .putObject("capacity")
                .put("cpu", alike ? random.nextInt(3, 9) * 100 + "m" : random.nextInt(500, 2000) + "m")
                .put("memory", "16Gi")
                .put("pods", "20");
        manifests.add(node);
    }

    private static String name(int number) {
        return "app-" + number;
    }

    private void workload(String kind, int number) {
        String name = name(number);
        ObjectNode workload = Json.object().put("apiVersion", "apps/v1").put("kind", kind);
        workload.putObject("metadata").put("name", name).put("namespace", "default");
        ObjectNode spec = workload.putObject("spec");
        if (!kind.equals("DaemonSet")) {
            spec.put("replicas", random.nextInt(1, 7));
        }
        if (kind.equals("StatefulSet")) {
            spec.put("serviceName", name)
                    .put("podManagementPolicy", random.nextBoolean() ? "Parallel" : "OrderedReady");
        }
        spec.putObject("selector").putObject("matchLabels").put("app", name);
        ObjectNode template = spec.putObject("template");
        template.putObject("metadata").putObject("labels").put("app", name);
        pod(template.putObject("spec"), kind.equals("DaemonSet"));
        manifests.add(workload);
        if (random.nextInt(2) == 0) {
            budget(name);
        }
        if (random.nextInt(2) == 0) {
            service(name);
        }
    }

    private void bare(int number) {
        ObjectNode pod = Json.object().put("apiVersion", "v1").put("kind", "Pod");
        pod.putObject("metadata")
                .put("name", name(number))
                .put("namespace", "default")
                .putObject("labels")
                .put("app", name(number));
        pod(pod.putObject("spec"), false);
        manifests.add(pod);
    }

    private void pod(ObjectNode spec, boolean daemon) {
        ObjectNode container =
                spec.putArray("containers").addObject().put("name", "c").put("image", "i");
        container
                .putObject("resources")
                .putObject("requests")
                .put("cpu", daemon ? "0" : alike ? "100m" : random.nextInt(20, 300) + "m")
                .put("memory", "64Mi");
        ArrayNode tolerations = spec.putArray("tolerations");
        for (String key : KEYS) {
            switch (random.nextInt(4)) {
                case 0 ->
                    tolerations
                            .addObject()
                            .put("key", key)
                            .put("operator", "Exists")
                            .put("effect", "NoExecute")
                            .put("tolerationSeconds", random.nextInt(0, 5000));
                case 1 ->
                    tolerations
                            .addObject()
                            .put("key", key)
                            .put("operator", "Exists")
                            .put("effect", "NoExecute");
                default -> {
                    // as every pod is given
                }
            }
        }
        if (random.nextInt(5) == 0) {
            tolerations.addObject().put("key", "dedicated").put("operator", "Exists");
        }
        if (random.nextInt(6) == 0) {
            spec.putArray("volumes").addObject().put("name", "scratch").putObject("emptyDir");
        }
        if (random.nextInt(6) == 0) {
            spec.putObject("nodeSelector").put("disk", "ssd");
        }
    }

    private void budget(String app) {
        ObjectNode budget = Json.object().put("apiVersion", "policy/v1").put("kind", "PodDisruptionBudget");
        budget.putObject("metadata").put("name", app).put("namespace", "default");
        ObjectNode spec = budget.putObject("spec");
        if (random.nextBoolean()) {
            spec.put("minAvailable", random.nextInt(1, 5));
        } else {
            spec.put("maxUnavailable", random.nextInt(0, 3));
        }
        spec.putObject("selector").putObject("matchLabels").put("app", app);
        manifests.add(budget);
    }

    private void service(String app) {
        ObjectNode service = Json.object().put("apiVersion", "v1").put("kind", "Service");
        service.putObject("metadata").put("name", app).put("namespace", "default");
        ObjectNode spec = service.putObject("spec");
        spec.putArray("ports").addObject().put("port", 80);
        spec.putObject("selector").put("app", app);
        manifests.add(service);
    }
}
