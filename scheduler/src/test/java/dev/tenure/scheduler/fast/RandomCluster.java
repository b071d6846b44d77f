package dev.tenure.scheduler.fast;

import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.Service;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.scheduler.cache.SchedulerCache;
import dev.tenure.scheduler.fake.FakeManifests;
import dev.tenure.scheduler.view.PodClasses;
import dev.tenure.scheduler.view.PodInfo;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.view.Views;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;

/// A cluster that changes at random, and pods of a few random classes.
final class RandomCluster {
    private static final int NODES_MAX = 24;

    private final Random random;
    private final SchedulerCache cache = new SchedulerCache();
    private final PodClasses classes = new PodClasses();
    private final List<ObjectNode> shapes = new ArrayList<>();
    private final List<ObjectNode> nodes = new ArrayList<>();
    private final List<PodInfo> placed = new ArrayList<>();
    private final Map<String, ObjectNode> manifests = new HashMap<>();
    private final Map<String, String> nodeOf = new HashMap<>();
    private int names;

    RandomCluster(Random random) {
        this.random = random;
        for (int i = 0; i < 12; i++) {
            addNode();
        }
        for (int i = 0; i < 8; i++) {
            shapes.add(shape());
        }
    }

    SchedulerCache cache() {
        return cache;
    }

    private boolean oneIn(int n) {
        return random.nextInt(n) == 0;
    }

    private ObjectNode shape() {
        ObjectNode pod = FakeManifests.pod("x", oneIn(5) ? "0" : random.nextInt(1, 9) * 100 + "m", 0);
        ObjectNode container = (ObjectNode) pod.path("spec").path("containers").get(0);
        if (oneIn(2)) {
            ((ObjectNode) container.path("resources").path("requests"))
                    .put("memory", random.nextInt(1, 9) * 100 + "Mi");
        }
        if (oneIn(6)) {
            container
                    .withArrayProperty("ports")
                    .addObject()
                    .put("containerPort", 80)
                    .put("hostPort", 8080);
        }
        if (oneIn(3)) {
            container.put("image", "registry.example/big:v1");
        }
        pod.withObjectProperty("metadata").withObjectProperty("labels").put("app", "a" + random.nextInt(3));
        ObjectNode spec = pod.withObjectProperty("spec");
        if (oneIn(2)) {
            FakeManifests.tolerating(pod, "t" + random.nextInt(3));
        }
        if (oneIn(4)) {
            spec.withObjectProperty("nodeSelector").put("disk", "ssd");
        }
        addAffinity(spec);
        if (oneIn(3)) {
            ObjectNode spread =
                    spec.withArrayProperty("topologySpreadConstraints").addObject();
            spread.put("maxSkew", random.nextInt(1, 3))
                    .put("topologyKey", oneIn(2) ? "topology.kubernetes.io/zone" : "kubernetes.io/hostname")
                    .put("whenUnsatisfiable", oneIn(4) ? "DoNotSchedule" : "ScheduleAnyway")
                    .put("nodeTaintsPolicy", oneIn(2) ? "Honor" : "Ignore");
            spread.putObject("labelSelector")
                    .putObject("matchLabels")
                    .put("app", pod.path("metadata").path("labels").path("app").asText());
        }
        return pod;
    }

    private void addAffinity(ObjectNode spec) {
        ObjectNode affinity = spec.withObjectProperty("affinity");
        if (oneIn(3)) {
            ObjectNode preferred = affinity.withObjectProperty("nodeAffinity")
                    .withArrayProperty("preferredDuringSchedulingIgnoredDuringExecution")
                    .addObject()
                    .put("weight", random.nextInt(1, 50));
            ObjectNode wish = preferred
                    .putObject("preference")
                    .withArrayProperty("matchExpressions")
                    .addObject();
            wish.put("key", "disk").put("operator", "In").putArray("values").add("ssd");
        }
        if (oneIn(8)) {
            ObjectNode term = affinity.withObjectProperty("podAntiAffinity")
                    .withArrayProperty("requiredDuringSchedulingIgnoredDuringExecution")
                    .addObject();
            term.put("topologyKey", "kubernetes.io/hostname");
            term.putObject("labelSelector").putObject("matchLabels").put("app", "a" + random.nextInt(3));
        }
    }

    PodInfo nextPod() {
        ObjectNode pod = shapes.get(random.nextInt(shapes.size())).deepCopy();
        String name = "p" + names++;
        pod.withObjectProperty("metadata").put("name", name).put("uid", name);
        manifests.put(name, pod);
        return classes.info((Pod) Views.view(ResourceTypes.PODS, pod));
    }

    void assume(PodInfo pod, String node) {
        cache.assume(pod, node);
        nodeOf.put(pod.uid(), node);
        placed.add(pod);
    }

    /// Something happens.
    void change() {
        switch (random.nextInt(11)) {
            case 0, 1, 2 -> removePod();
            case 3 -> addNode();
            case 4 -> removeNode();
            case 5 -> toggleTaint();
            case 6 -> toggleCordon();
            case 7 -> cache.defaultSelectors().put(service());
            case 8, 9 -> resizePod();
            default -> {
                // nothing this time
            }
        }
    }

    private void removePod() {
        if (!placed.isEmpty()) {
            cache.remove(placed.remove(random.nextInt(placed.size())));
        }
    }

    /// Somebody wishes for another size, or the node tells what it has made of that: of the latter only the
    /// status changes.
    private void resizePod() {
        if (placed.isEmpty()) {
            return;
        }
        int at = random.nextInt(placed.size());
        PodInfo before = placed.get(at);
        ObjectNode pod = Objects.requireNonNull(manifests.get(before.uid()));
        pod.withObjectProperty("spec").put("nodeName", nodeOf.get(before.uid()));
        if (oneIn(3)) {
            ObjectNode container =
                    (ObjectNode) pod.path("spec").path("containers").get(0);
            container
                    .withObjectProperty("resources")
                    .withObjectProperty("requests")
                    .put("cpu", cpu());
        } else {
            ObjectNode status = Json.object().put("name", "main");
            status.putObject("allocatedResources").put("cpu", cpu());
            status.putObject("resources").putObject("requests").put("cpu", cpu());
            pod.withObjectProperty("status").putArray("containerStatuses").add(status);
        }
        PodInfo after = classes.info((Pod) Views.view(ResourceTypes.PODS, pod.deepCopy()), 0, Optional.of(before));
        placed.set(at, after);
        cache.put(after);
    }

    private String cpu() {
        return random.nextInt(9) * 100 + "m";
    }

    private void addNode() {
        if (nodes.size() >= NODES_MAX) {
            return;
        }
        ObjectNode node = FakeManifests.node("n" + names++, random.nextInt(1, 5) + "");
        ObjectNode labels = node.withObjectProperty("metadata").withObjectProperty("labels");
        if (!oneIn(6)) {
            labels.put("topology.kubernetes.io/zone", "z" + random.nextInt(3));
        }
        if (oneIn(2)) {
            labels.put("disk", "ssd");
        }
        for (int i = random.nextInt(3); i > 0; i--) {
            FakeManifests.tainted(node, "t" + random.nextInt(3), oneIn(2) ? "NoSchedule" : "PreferNoSchedule");
        }
        if (oneIn(3)) {
            ObjectNode image = node.withObjectProperty("status")
                    .withArrayProperty("images")
                    .addObject();
            image.put("sizeBytes", 700_000_000).putArray("names").add("registry.example/big:v1");
        }
        nodes.add(node);
        put(node);
    }

    private void put(ObjectNode node) {
        cache.put((Node) Views.view(ResourceTypes.NODES, node));
    }

    private void removeNode() {
        if (nodes.size() > 2) {
            ObjectNode node = nodes.remove(random.nextInt(nodes.size()));
            cache.remove((Node) Views.view(ResourceTypes.NODES, node));
        }
    }

    private void toggleTaint() {
        ObjectNode node = nodes.get(random.nextInt(nodes.size()));
        ObjectNode spec = node.withObjectProperty("spec");
        if (spec.path("taints").isEmpty()) {
            FakeManifests.tainted(node, "t" + random.nextInt(3), oneIn(2) ? "NoExecute" : "PreferNoSchedule");
        } else {
            spec.remove("taints");
        }
        put(node);
    }

    private void toggleCordon() {
        ObjectNode node = nodes.get(random.nextInt(nodes.size()));
        ObjectNode spec = node.withObjectProperty("spec");
        spec.put("unschedulable", !spec.path("unschedulable").asBoolean());
        put(node);
    }

    private Service service() {
        ObjectNode service = Json.object();
        service.putObject("metadata").put("namespace", "default").put("name", "s" + random.nextInt(2));
        service.putObject("spec").putObject("selector").put("app", "a" + random.nextInt(3));
        return (Service) Views.view(ResourceTypes.SERVICES, service);
    }
}
