package dev.tenure.sim.scenario;

import dev.tenure.model.core.WellKnownLabels;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.sim.fault.FaultPlan;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.view.Views;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;

/// Makes the world of a large layout from a small one: a cluster of three nodes, with one pod of each
/// Deployment, is made by the real parts and run until its pods do; then nodes and pods are copied under
/// names, uids and addresses of their own, and the sets that own them are given their real size. The
/// budgets are counted anew when a run begins. Confined to one thread.
final class LargeWorld {
    private static final String NODES = "nodes";
    private static final String PODS = "pods";
    private static final String LEASES = "leases";
    private static final String REPLICAS = "replicas";
    private static final String NAME = "/metadata/name";
    private static final int SURGE_PERCENT = 25;
    private static final int FIRST_NODE_ADDRESS = 128 << 16;
    private static final int FIRST_POD_ADDRESS = 192 << 16;

    private final Layout layout;
    private final Random random;
    private final List<ObjectNode> nodes = new ArrayList<>();
    private final Map<String, Integer> replicas = new TreeMap<>();
    private final List<StoredObject> objects = new ArrayList<>();
    private long revision;
    private int placed;

    private LargeWorld(Layout layout) {
        this.layout = layout;
        this.random = new Random(layout.seed());
    }

    /// The world that the manifests of `layout` make; equal layouts give equal worlds.
    static World of(Layout layout) {
        return new LargeWorld(layout).make();
    }

    private World make() {
        World small = WorldBuilder.build(layout.seed(), sample());
        revision = small.revision();
        var pods = new TreeMap<String, StoredObject>();
        var sampled = new HashMap<String, StoredObject>();
        for (StoredObject object : small.objects()) {
            switch (object.key().resource()) {
                case NODES, LEASES ->
                    sampled.put(object.key().resource() + object.key().name(), object);
                case PODS -> pods.put(object.header().labels().getOrDefault("app", ""), object);
                default -> objects.add(object);
            }
        }
        objects.replaceAll(this::sized);
        for (int i = 0; i < nodes.size(); i++) {
            node(i, sampled);
        }
        pods.forEach(this::pods);
        var zones = new TreeMap<String, List<String>>();
        nodes.forEach(node -> zones.computeIfAbsent(zone(node), _ -> new ArrayList<>())
                .add(node.at(NAME).asText()));
        return new World(objects, revision, small.epoch(), new FaultPlan.Targets(zones, new TreeMap<>(replicas)));
    }

    private static String zone(ObjectNode node) {
        return node.at("/metadata/labels").path(WellKnownLabels.ZONE).asText();
    }

    /// The manifests of the small cluster; notes those of the large one.
    private List<ObjectNode> sample() {
        var sample = new ArrayList<ObjectNode>();
        for (ObjectNode manifest : layout.manifests()) {
            ObjectNode copy = manifest.deepCopy();
            switch (manifest.path("kind").asText()) {
                case "Node" -> {
                    nodes.add(manifest);
                    if (nodes.size() > Layout.ZONES.size()) {
                        continue;
                    }
                    ((ObjectNode) copy.at("/status/capacity"))
                            .put("cpu", "4000")
                            .put("memory", "4Ti")
                            .put(PODS, "10000");
                }
                case "Deployment" -> {
                    replicas.put(
                            manifest.at(NAME).asText(),
                            manifest.at("/spec/replicas").asInt());
                    ((ObjectNode) copy.path("spec")).put(REPLICAS, 1);
                }
                default -> {
                    // as it is
                }
            }
            sample.add(copy);
        }
        return sample;
    }

    /// A Deployment or its set with as many pods as it really has; any other object as it is.
    private StoredObject sized(StoredObject object) {
        return switch (object.key().resource()) {
            case "deployments" -> sized(object, object.key().name(), ResourceTypes.DEPLOYMENTS);
            case "replicasets" ->
                sized(object, object.header().labels().getOrDefault("app", ""), ResourceTypes.REPLICA_SETS);
            default -> object;
        };
    }

    private StoredObject sized(StoredObject object, String deployment, ResourceType type) {
        int size = replicas.getOrDefault(deployment, 1);
        ObjectNode tree = Json.readObject(object.json());
        ((ObjectNode) tree.path("spec")).put(REPLICAS, size);
        if (tree.path("status") instanceof ObjectNode status) {
            for (String count : List.of(
                    REPLICAS, "updatedReplicas", "readyReplicas", "availableReplicas", "fullyLabeledReplicas")) {
                if (status.has(count)) {
                    status.put(count, size);
                }
            }
        }
        if (tree.at("/metadata/annotations") instanceof ObjectNode annotations
                && annotations.has("deployment.kubernetes.io/max-replicas")) {
            int surge = Math.ceilDiv(size * SURGE_PERCENT, 100);
            annotations
                    .put("deployment.kubernetes.io/desired-replicas", Integer.toString(size))
                    .put("deployment.kubernetes.io/max-replicas", Integer.toString(size + surge));
        }
        return new StoredObject(object.header(), Json.write(tree), ++revision, Views.reader(type));
    }

    private void node(int number, Map<String, StoredObject> sampled) {
        ObjectNode manifest = nodes.get(number);
        String name = manifest.at(NAME).asText();
        String from = nodes.get(number % Layout.ZONES.size()).at(NAME).asText();
        StoredObject node = sampled.get(NODES + from);
        StoredObject lease = sampled.get(LEASES + from);
        if (node == null || lease == null) {
            throw new IllegalStateException("node %s of the small cluster has not begun to report".formatted(from));
        }
        String uid = uid();
        ObjectNode tree = Json.readObject(
                text(node).replace(from, name).replace(node.uid(), uid).getBytes(StandardCharsets.UTF_8));
        ObjectNode status = (ObjectNode) tree.path("status");
        for (String amounts : List.of("capacity", "allocatable")) {
            status.set(amounts, manifest.at("/status/capacity").deepCopy());
        }
        ((ObjectNode) status.at("/addresses/0")).put("address", nodeAddress(number));
        var header = new StoredObject.Header(
                ResourceTypes.NODES.key("", name),
                uid,
                labels(tree),
                List.of(),
                node.header().fields(),
                false);
        objects.add(new StoredObject(header, Json.write(tree), ++revision, Views.reader(ResourceTypes.NODES)));
        String leaseUid = uid();
        String written =
                text(lease).replace(from, name).replace(lease.uid(), leaseUid).replace(node.uid(), uid);
        ObjectKey key = ResourceTypes.LEASES.key(lease.key().namespace(), name);
        var leaseHeader = new StoredObject.Header(
                key, leaseUid, Map.of(), List.of(uid), lease.header().fields(), false);
        objects.add(new StoredObject(
                leaseHeader, written.getBytes(StandardCharsets.UTF_8), ++revision, Views.reader(ResourceTypes.LEASES)));
    }

    private static Map<String, String> labels(ObjectNode tree) {
        var labels = new HashMap<String, String>();
        tree.at("/metadata/labels")
                .properties()
                .forEach(e -> labels.put(e.getKey(), e.getValue().asText()));
        return labels;
    }

    /// All pods of a Deployment, one to a node in turn, all Deployments one after the other.
    private void pods(String deployment, StoredObject sample) {
        var copier = new PodCopier(sample);
        for (int i = 0; i < replicas.getOrDefault(deployment, 1); i++) {
            int number = placed % nodes.size();
            var own = new PodCopier.Own(
                    copier.prefix() + "c" + Integer.toString(i, Character.MAX_RADIX),
                    uid(),
                    nodes.get(number).at(NAME).asText(),
                    nodeAddress(number),
                    address(FIRST_POD_ADDRESS + placed + 1));
            objects.add(copier.copy(own, ++revision));
            placed++;
        }
    }

    private static String text(StoredObject object) {
        return new String(object.json(), StandardCharsets.UTF_8);
    }

    private static String nodeAddress(int number) {
        return address(FIRST_NODE_ADDRESS + number + 1);
    }

    private static String address(int low) {
        return "10.%d.%d.%d".formatted((low >> 16) & 255, (low >> 8) & 255, low & 255);
    }

    private String uid() {
        return new UUID((random.nextLong() & ~0xf000L) | 0x4000L, (random.nextLong() >>> 2) | (1L << 63)).toString();
    }
}
