package dev.tenure.sim.scenario;

import dev.tenure.model.core.WellKnownLabels;
import dev.tenure.model.core.WellKnownTaints;
import dev.tenure.simnodes.Declared;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/// Manifests of a cluster by chance: nodes in three zones, Deployments with stays of all sorts, budgets
/// for some. Equal arguments give equal manifests.
///
/// @param seed decides sizes and stays
/// @param nodes how many nodes, named `node-0000` and so on
/// @param pods how many pods all Deployments have together
public record Layout(long seed, int nodes, int pods) {
    /// The zones of the nodes, in turn.
    static final List<String> ZONES = List.of("zone-a", "zone-b", "zone-c");

    private static final int PODS_PER_DEPLOYMENT = 20;
    private static final int DEPLOYMENTS_MAX = 250;
    /// How many layouts there are for runs by seed.
    public static final int VARIANTS = 4;

    private static final int SORTS = 6;

    /// The layout for a run by seed: there are only so many, so that runs can share worlds.
    public static Layout ofSeed(long seed, int nodes, int pods) {
        return new Layout(Math.floorMod(seed, (long) VARIANTS), nodes, pods);
    }

    /// All manifests, nodes first.
    public List<ObjectNode> manifests() {
        var random = new SplittableRandom(seed);
        var manifests = new ArrayList<ObjectNode>();
        for (int i = 0; i < nodes; i++) {
            manifests.add(node(i, random));
        }
        int left = pods;
        int usual = Math.max(PODS_PER_DEPLOYMENT, pods / DEPLOYMENTS_MAX);
        for (int i = 0; left > 0; i++) {
            int replicas = Math.min(left, random.nextInt(usual / 2, usual * 3 / 2));
            left -= replicas;
            manifests.add(deployment(i, replicas, random));
            if (i % 3 == 0) {
                manifests.add(budget(i, random));
            }
        }
        return manifests;
    }

    private ObjectNode node(int number, SplittableRandom random) {
        String name = "node-%04d".formatted(number);
        ObjectNode node = Json.object().put("apiVersion", "v1").put("kind", "Node");
        node.putObject("metadata")
                .put("name", name)
                .putObject("labels")
                .put(WellKnownLabels.HOSTNAME, name)
                .put(WellKnownLabels.ZONE, ZONES.get(number % ZONES.size()));
        int perNode = Math.max(1, pods / Math.max(1, nodes));
        node.putObject("status")
                .putObject("capacity")
                .put("cpu", String.valueOf(perNode / 2 + 2 + random.nextInt(3)))
                .put("memory", "64Gi")
                .put("pods", String.valueOf(2 * perNode + 5 + random.nextInt(6)));
        return node;
    }

    private static String name(int number) {
        return "app-%03d".formatted(number);
    }

    private static ObjectNode deployment(int number, int replicas, SplittableRandom random) {
        ObjectNode deployment = Json.object().put("apiVersion", "apps/v1").put("kind", "Deployment");
        deployment.putObject("metadata").put("name", name(number)).put("namespace", "default");
        ObjectNode spec = deployment.putObject("spec").put("replicas", replicas);
        spec.putObject("selector").putObject("matchLabels").put("app", name(number));
        ObjectNode template = spec.putObject("template");
        ObjectNode metadata = template.putObject("metadata");
        metadata.putObject("labels").put("app", name(number));
        metadata.putObject("annotations")
                .put(Declared.START_DELAY, random.nextInt(4) + "s")
                .put(Declared.STOP_DELAY, random.nextInt(6) + "s");
        ObjectNode pod = template.putObject("spec");
        pod.putArray("containers")
                .addObject()
                .put("name", "main")
                .put("image", "registry.example/app:1")
                .putObject("resources")
                .putObject("requests")
                .put("cpu", 50 * random.nextInt(1, 8) + "m")
                .put("memory", "256Mi");
        ArrayNode tolerations = pod.putArray("tolerations");
        tolerate(number % SORTS, tolerations, random);
        return deployment;
    }

    private static void tolerate(int sort, ArrayNode tolerations, SplittableRandom random) {
        switch (sort) {
            case 0 -> {
                stay(tolerations, WellKnownTaints.NOT_READY, random.nextInt(1, 60));
                stay(tolerations, WellKnownTaints.UNREACHABLE, random.nextInt(1, 60));
                stay(tolerations, "maintenance", random.nextInt(1, 120));
            }
            case 1 -> {
                stay(tolerations, WellKnownTaints.UNREACHABLE, random.nextInt(300, 900));
                tolerations
                        .addObject()
                        .put("key", "maintenance")
                        .put("operator", "Exists")
                        .put("effect", "NoExecute");
            }
            case 2 ->
                tolerations
                        .addObject()
                        .put("operator", "Exists")
                        .put("effect", "NoExecute")
                        .put("tolerationSeconds", random.nextInt(0, 200));
            case 3 -> stay(tolerations, "maintenance", random.nextInt(0, 30));
            default -> {
                // what every pod is given
            }
        }
    }

    private static void stay(ArrayNode tolerations, String key, int seconds) {
        tolerations
                .addObject()
                .put("key", key)
                .put("operator", "Exists")
                .put("effect", "NoExecute")
                .put("tolerationSeconds", seconds);
    }

    private static ObjectNode budget(int number, SplittableRandom random) {
        ObjectNode budget = Json.object().put("apiVersion", "policy/v1").put("kind", "PodDisruptionBudget");
        budget.putObject("metadata").put("name", name(number)).put("namespace", "default");
        ObjectNode spec = budget.putObject("spec");
        if (random.nextBoolean()) {
            spec.put("minAvailable", random.nextInt(3, 9));
        } else {
            spec.put("maxUnavailable", random.nextInt(10, 60) + "%");
        }
        spec.putObject("selector").putObject("matchLabels").put("app", name(number));
        return budget;
    }
}
