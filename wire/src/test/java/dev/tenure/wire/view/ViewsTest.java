package dev.tenure.wire.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.model.apps.DaemonSet;
import dev.tenure.model.apps.Deployment;
import dev.tenure.model.apps.ReplicaSet;
import dev.tenure.model.apps.StatefulSet;
import dev.tenure.model.coordination.Lease;
import dev.tenure.model.core.Namespace;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.PersistentVolume;
import dev.tenure.model.core.PersistentVolumeClaim;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.ReplicationController;
import dev.tenure.model.core.Service;
import dev.tenure.model.device.DeviceClass;
import dev.tenure.model.device.ResourceClaim;
import dev.tenure.model.device.ResourceSlice;
import dev.tenure.model.meta.IntOrPercent;
import dev.tenure.model.meta.ObjectMeta;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.policy.PodDisruptionBudget;
import dev.tenure.model.policy.PodDisruptionBudget.Bound;
import dev.tenure.model.scheduling.PriorityClass;
import dev.tenure.model.storage.CsiNode;
import dev.tenure.model.storage.StorageClass;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

final class ViewsTest {
    private static final ResourceType NODES = new ResourceType("", "v1", "nodes", "Node", ResourceType.Scope.CLUSTER);
    private static final ResourceType PODS = new ResourceType("", "v1", "pods", "Pod", ResourceType.Scope.NAMESPACED);
    private static final Path DECISIONS = Path.of("../checks/golden/scheduler/cases.jsonl.gz");
    private static final Map<String, Class<?>> KINDS = Map.ofEntries(
            Map.entry("/Pod", Pod.class),
            Map.entry("/Node", Node.class),
            Map.entry("/Namespace", Namespace.class),
            Map.entry("/Service", Service.class),
            Map.entry("/ReplicationController", ReplicationController.class),
            Map.entry("/PersistentVolume", PersistentVolume.class),
            Map.entry("/PersistentVolumeClaim", PersistentVolumeClaim.class),
            Map.entry("apps/ReplicaSet", ReplicaSet.class),
            Map.entry("apps/Deployment", Deployment.class),
            Map.entry("apps/DaemonSet", DaemonSet.class),
            Map.entry("apps/StatefulSet", StatefulSet.class),
            Map.entry("policy/PodDisruptionBudget", PodDisruptionBudget.class),
            Map.entry("scheduling.k8s.io/PriorityClass", PriorityClass.class),
            Map.entry("coordination.k8s.io/Lease", Lease.class),
            Map.entry("storage.k8s.io/StorageClass", StorageClass.class),
            Map.entry("storage.k8s.io/CSINode", CsiNode.class),
            Map.entry("resource.k8s.io/DeviceClass", DeviceClass.class),
            Map.entry("resource.k8s.io/ResourceSlice", ResourceSlice.class),
            Map.entry("resource.k8s.io/ResourceClaim", ResourceClaim.class),
            Map.entry("/ConfigMap", ObjectMeta.class),
            Map.entry("example.com/Pod", ObjectMeta.class));

    @Test
    void everyKindHasItsViewAndReadsAnObjectThatSaysNothing() {
        KINDS.forEach((name, view) -> {
            String[] parts = name.split("/", 2);
            assertThat(read(parts[0], parts[1], "{'metadata':{'name':'a'}}")).isInstanceOf(view);
        });
    }

    @Test
    void whatIsNoObjectIsRefused() {
        assertThatThrownBy(() -> read("", "Pod", "[]")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> read("", "Pod", "{'metadata':{'creationTimestamp':'soon'}}"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> read("", "Pod", "{'spec':{'overhead':{'cpu':'much'}}}"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void metadataIsReadWhole() {
        ObjectMeta meta = (ObjectMeta) read(
                "",
                "ConfigMap",
                "{'metadata':{'name':'n','namespace':'ns','uid':'u','generation':3,"
                        + "'creationTimestamp':'2026-01-01T00:00:00Z','deletionTimestamp':'2026-01-01T00:00:30Z',"
                        + "'deletionGracePeriodSeconds':30,'labels':{'a':'b'},'annotations':{'c':'d'},"
                        + "'ownerReferences':[{'apiVersion':'apps/v1','kind':'ReplicaSet','name':'r','uid':'o',"
                        + "'controller':true}],'finalizers':['f']}}");

        assertThat(meta).extracting("namespace", "name", "uid").containsExactly("ns", "n", "u");
        assertThat(meta.generation()).isEqualTo(3);
        assertThat(meta.creationTimestamp()).isEqualTo(Instant.parse("2026-01-01T00:00:00Z"));
        assertThat(meta.deletion()).contains(new ObjectMeta.Deletion(Instant.parse("2026-01-01T00:00:30Z"), 30));
        assertThat(meta.labels()).containsExactly(Map.entry("a", "b"));
        assertThat(meta.annotations()).containsExactly(Map.entry("c", "d"));
        assertThat(meta.controllerOwner()).get().extracting("kind", "uid").containsExactly("ReplicaSet", "o");
        assertThat(meta.finalizers()).containsExactly("f");
    }

    @Test
    void boundsAndStrategiesHaveTheirDefaults() {
        Deployment deployment = (Deployment) read("apps", "Deployment", "{}");
        PodDisruptionBudget share =
                (PodDisruptionBudget) read("policy", "PodDisruptionBudget", "{'spec':{'minAvailable':'50%'}}");
        PodDisruptionBudget count =
                (PodDisruptionBudget) read("policy", "PodDisruptionBudget", "{'spec':{'maxUnavailable':1}}");

        IntOrPercent quarter = new IntOrPercent.Percent(25);
        assertThat(deployment.strategy()).isEqualTo(new Deployment.Strategy.RollingUpdate(quarter, quarter));
        assertThat(deployment.replicas()).isEqualTo(1);
        assertThat(share.bound()).isEqualTo(new Bound.MinAvailable(new IntOrPercent.Percent(50)));
        assertThat(count.bound()).isEqualTo(new Bound.MaxUnavailable(new IntOrPercent.Count(1)));
        assertThat(count.selector()).isEmpty();
    }

    @Test
    void anOlderAnnotationNamesTheStorageClass() {
        PersistentVolumeClaim claim = (PersistentVolumeClaim) read(
                "",
                "PersistentVolumeClaim",
                "{'metadata':{'annotations':{'volume.beta.kubernetes.io/storage-class':'old'}},"
                        + "'spec':{'storageClassName':'new'}}");

        assertThat(claim.storageClassName()).contains("old");
        assertThat(((PersistentVolumeClaim) read("", "PersistentVolumeClaim", "{}")).storageClassName())
                .isEmpty();
    }

    /// The next state's view is partly taken over from the state before, for a binding as well.
    @Test
    void aMemberThatABoundPodGetsIsSeen() {
        ObjectNode tree = Json.readObject("""
            {"kind":"Pod","apiVersion":"v1","metadata":{"name":"p"},"spec":{"nodeName":"n","containers":[]}}""".getBytes(StandardCharsets.UTF_8));
        Document was = Document.of(tree);
        Object before = Views.view(PODS, tree);
        ObjectNode next = was.tree();
        next.withObject("/spec").put("activeDeadlineSeconds", 3600);
        Document now = Document.of(next);
        assertThat(now.shares(was, "metadata")).isTrue();
        assertThat(Views.next(PODS, new Views.Change(before, was, next, now))).isEqualTo(Views.view(PODS, next));
    }

    /// Two pods that differ in every member that a view takes over where both states share it.
    private static final List<String> TWO = List.of("""
        {"metadata":{"name":"p","uid":"1","generation":1,"labels":{"a":"b"},"annotations":{"x":"y"},
         "ownerReferences":[{"apiVersion":"apps/v1","kind":"ReplicaSet","name":"r","uid":"o","controller":true}]},
         "spec":{"nodeName":"n","priority":1,"containers":[{"name":"c"}]},
         "status":{"phase":"Running","podIPs":[{"ip":"10.0.0.1"}],"conditions":[{"type":"Ready","status":"True"}],
         "containerStatuses":[{"name":"c","ready":true}],"initContainerStatuses":[{"name":"i","ready":true}]}}""", """
        {"metadata":{"name":"q","uid":"2","generation":2,"labels":{"a":"c"},"annotations":{"x":"z"},
         "ownerReferences":[{"apiVersion":"batch/v1","kind":"Job","name":"j","uid":"k"}]},
         "spec":{"nodeName":"m","priority":2,"containers":[{"name":"d"}]},
         "status":{"phase":"Failed","podIPs":[{"ip":"10.0.0.2"}],"conditions":[{"type":"Ready","status":"False"}],
         "containerStatuses":[{"name":"c","restartCount":3}],"initContainerStatuses":[{"name":"i"}]}}""");

    /// Two nodes of which the same is true.
    private static final List<String> TWO_NODES = List.of("""
        {"metadata":{"name":"p","labels":{"a":"b"}},
         "spec":{"taints":[{"key":"a","effect":"NoSchedule"}],"unschedulable":true,"podCIDR":"10.0.0.0/24"},
         "status":{"capacity":{"cpu":"1"},"allocatable":{"cpu":"1"},"images":[{"names":["a"],"sizeBytes":1}],
         "conditions":[{"type":"Ready","status":"True"}],"addresses":[{"type":"Hostname","address":"p"}],
         "nodeInfo":{"kubeletVersion":"v1.36.0"},"volumesInUse":["v"],"daemonEndpoints":{"kubeletEndpoint":{"Port":1}}}}""", """
        {"metadata":{"name":"q","labels":{"a":"c"}},
         "spec":{"taints":[{"key":"b","effect":"NoExecute"}],"unschedulable":false,"podCIDR":"10.0.1.0/24"},
         "status":{"capacity":{"cpu":"2"},"allocatable":{"cpu":"2"},"images":[{"names":["b"],"sizeBytes":2}],
         "conditions":[{"type":"Ready","status":"False"}],"addresses":[{"type":"Hostname","address":"q"}],
         "nodeInfo":{"kubeletVersion":"v1.35.0"},"volumesInUse":["w"],"daemonEndpoints":{"kubeletEndpoint":{"Port":2}}}}""");

    @Test
    void whateverTwoStatesShareTheViewOfTheNextOneIsWhatItSays() {
        compare(PODS, TWO);
        compare(NODES, TWO_NODES);
    }

    /// A node may have thousands of images, and they are the same in nearly all its states.
    @Test
    void statesOfANodeShareItsImages() {
        ObjectNode tree = Json.readObject(TWO_NODES.getFirst().getBytes(StandardCharsets.UTF_8));
        Document was = Document.of(tree);
        Node before = (Node) Views.view(NODES, was.tree());
        ObjectNode next = was.tree();
        next.withObject("/spec").remove("taints");
        next.withObject("/status").remove("conditions");
        Document now = Document.of(next, was);
        Node after = (Node) Views.next(NODES, new Views.Change(before, was, next, now));
        assertThat(after.status().images()).isSameAs(before.status().images());
        assertThat(after.spec().taints()).isEmpty();
        assertThat(after.status().conditions()).isEmpty();
    }

    private static void compare(ResourceType type, List<String> two) {
        List<ObjectNode> from = two.stream()
                .map(json -> Json.readObject(json.getBytes(StandardCharsets.UTF_8)))
                .toList();
        var random = new Random(1);
        Document was = Document.of(from.getFirst());
        Object before = Views.view(type, was.tree());
        for (int step = 0; step < 5_000; step++) {
            ObjectNode next = was.tree();
            for (int edits = random.nextInt(3); edits >= 0; edits--) {
                edit(next, from.get(random.nextInt(2)), random);
            }
            Document now = Document.of(next, was);
            Object view = Views.next(type, new Views.Change(before, was, next, now));
            assertThat(view).isEqualTo(Views.view(type, now.tree()));
            was = now;
            before = view;
        }
    }

    /// A member becomes what it is in another pod, or goes.
    private static void edit(ObjectNode tree, ObjectNode other, Random random) {
        String section = List.of("metadata", "spec", "status").get(random.nextInt(3));
        List<String> names =
                other.path(section).properties().stream().map(Map.Entry::getKey).toList();
        String name = names.get(random.nextInt(names.size()));
        if (random.nextInt(4) == 0) {
            tree.withObject("/" + section).remove(name);
        } else {
            tree.withObject("/" + section).set(name, other.path(section).path(name));
        }
    }

    @Test
    void everyRecordedObjectReadsAlikeFromBytesAndFromItsTree() throws IOException {
        int read = 0;
        try (var lines = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(DECISIONS)), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                for (JsonNode part :
                        Json.readObject(line.getBytes(StandardCharsets.UTF_8)).path("input")) {
                    read += part.isArray()
                            ? alike(part)
                            : alike(Json.object().putArray("one").add(part));
                }
            }
        }
        assertThat(read).isGreaterThan(8_000);
    }

    private static int alike(JsonNode objects) {
        for (JsonNode each : objects) {
            ObjectNode object = (ObjectNode) each;
            ResourceType type = type(object);
            Object fromTree = Views.view(type, object);
            Object fromBytes = Views.reader(type).read(Document.of(object));
            assertThat(fromBytes).isEqualTo(fromTree).hasSameHashCodeAs(fromTree);
        }
        return objects.size();
    }

    private static ResourceType type(ObjectNode object) {
        String[] parts = object.path("apiVersion").asText().split("/");
        String group = parts.length > 1 ? parts[0] : "";
        return new ResourceType(group, "v1", "any", object.path("kind").asText(), ResourceType.Scope.CLUSTER);
    }

    private static Object read(String group, String kind, String json) {
        return Views.reader(group, kind)
                .read(Document.written(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8)));
    }
}
