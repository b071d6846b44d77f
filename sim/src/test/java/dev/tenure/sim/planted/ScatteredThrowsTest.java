package dev.tenure.sim.planted;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.kinds.admission.PluginCatalogue;
import dev.tenure.kubelet.configuration.KubeletConfiguration;
import dev.tenure.kubelet.configuration.KubeletConfigurationParser;
import dev.tenure.kubelet.configuration.NodePools;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.rules.pod.PodRule;
import dev.tenure.sim.stage.Stage;
import dev.tenure.sim.world.ClusterParts;
import dev.tenure.sim.world.ClusterSettings;
import dev.tenure.sim.world.Observer;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Bugs in one component stay there: the others go on, and the cluster becomes what it should be once they
/// stop.
@Tag("long")
final class ScatteredThrowsTest {
    private static final List<Double> ODDS = List.of(0.005, 0.02, 0.04);

    /// So that pods are bound and run before it gets bad.
    private static final double SELDOM = 0.0005;

    /// So many seeds are played; more in `./check full` or by hand.
    private static final int SEEDS = Integer.getInteger("tenure.planted", Boolean.getBoolean("tenure.full") ? 20 : 2);

    private static final String STATIC_POD = """
        apiVersion: v1
        kind: Pod
        metadata: {name: proxy, namespace: kube-system}
        spec: {containers: [{name: main, image: 'registry.test/proxy:1'}]}
        """;

    /// Where something is to be thrown at least once: handlers and loops of the API server that stand between
    /// a request or an event and the store.
    private static final List<String> CLASSES = List.of(
            "CreateHandler",
            "UpdateHandler",
            "PatchHandler",
            "ApplyHandler",
            "DeleteHandler",
            "CollectionDeleteHandler",
            "ReadHandler",
            "WatchHandler",
            "ScaleHandler",
            "BindingHandler",
            "EvictionHandler",
            "TokenRequests",
            "RbacLoop",
            "DefinitionLoop",
            "CompactionLoop",
            "PortRepairLoop",
            "SimulatedPods");

    /// Events of simulated nodes.
    private static final List<String> EVENTS = List.of("heartbeat", "heartbeats", "node-pressure", "pod-status");

    private static final List<String> LOOPS = List.of("informers", "scheduler", "simulated-nodes");

    private static final List<String> PLUGINS =
            PluginCatalogue.plugins(
                            ClusterSettings.standard(1, Semantics.DOCUMENTED).admission(), new Random(1))
                    .stream()
                    .map(plugin -> "plugin " + plugin.name())
                    .toList();

    /// What gives each controller something to do, by kind.
    private static final Map<ResourceType, String> OBJECTS = objects();

    private static Map<ResourceType, String> objects() {
        var objects = new LinkedHashMap<ResourceType, String>();
        objects.put(ResourceTypes.DEPLOYMENTS, PlantedWorkloads.workload("Deployment", "web", "'replicas': 12,"));
        objects.put(ResourceTypes.STATEFUL_SETS, PlantedWorkloads.workload("StatefulSet", "db", "'replicas': 3,"));
        objects.put(ResourceTypes.REPLICA_SETS, PlantedWorkloads.workload("ReplicaSet", "set", "'replicas': 5,"));
        objects.put(ResourceTypes.DAEMON_SETS, PlantedWorkloads.workload("DaemonSet", "each", ""));
        objects.put(ResourceTypes.REPLICATION_CONTROLLERS, """
            {'apiVersion': 'v1', 'kind': 'ReplicationController', 'metadata': {'name': 'old'}, 'spec': {'replicas': 2,
             'selector': {'app': 'old'}, 'template': {'metadata': {'labels': {'app': 'old'}}, 'spec':
             {'containers': [{'name': 'main', 'image': 'registry.test/app:1'}]}}}}\
            """);
        objects.put(ResourceTypes.JOBS, """
            {'apiVersion': 'batch/v1', 'kind': 'Job', 'metadata': {'name': 'once'}, 'spec': {'completions': 3,
             'backoffLimit': 1000, 'template': {'spec': {'restartPolicy': 'Never', 'containers':
             [{'name': 'main', 'image': 'registry.test/app:1', 'command': ['sleep', '5']}]}}}}\
            """);
        objects.put(ResourceTypes.CRON_JOBS, """
            {'apiVersion': 'batch/v1', 'kind': 'CronJob', 'metadata': {'name': 'often'}, 'spec':
             {'schedule': '*/2 * * * *', 'jobTemplate': {'spec': {'template': {'spec': {'restartPolicy': 'Never',
             'containers': [{'name': 'main', 'image': 'registry.test/app:1', 'command': ['sleep', '1']}]}}}}}}\
            """);
        objects.put(ResourceTypes.SERVICES, """
            {'apiVersion': 'v1', 'kind': 'Service', 'metadata': {'name': 'web'}, 'spec':
             {'selector': {'app': 'web'}, 'ports': [{'port': 80}]}}\
            """);
        objects.put(ResourceTypes.ENDPOINTS, """
            {'apiVersion': 'v1', 'kind': 'Endpoints', 'metadata': {'name': 'outside'}, 'subsets':
             [{'addresses': [{'ip': '192.0.2.1'}], 'ports': [{'port': 80}]}]}\
            """);
        objects.put(ResourceTypes.POD_DISRUPTION_BUDGETS, """
            {'apiVersion': 'policy/v1', 'kind': 'PodDisruptionBudget', 'metadata': {'name': 'web'}, 'spec':
             {'maxUnavailable': 3, 'selector': {'matchLabels': {'app': 'web'}}}}\
            """);
        objects.put(ResourceTypes.RESOURCE_QUOTAS, """
            {'apiVersion': 'v1', 'kind': 'ResourceQuota', 'metadata': {'name': 'all'}, 'spec':
             {'hard': {'pods': '100'}}}\
            """);
        objects.put(ResourceTypes.PERSISTENT_VOLUME_CLAIMS, """
            {'apiVersion': 'v1', 'kind': 'PersistentVolumeClaim', 'metadata': {'name': 'disk'}, 'spec':
             {'accessModes': ['ReadWriteOnce'], 'resources': {'requests': {'storage': '1Gi'}}}}\
            """);
        objects.put(ResourceTypes.VOLUME_ATTRIBUTES_CLASSES, """
            {'apiVersion': 'storage.k8s.io/v1', 'kind': 'VolumeAttributesClass', 'metadata': {'name': 'gold'},
             'driverName': 'disks.test', 'parameters': {'iops': '1'}}\
            """);
        return objects;
    }

    private static ClusterSettings settings() {
        KubeletConfiguration configuration = KubeletConfigurationParser.parse(
                        "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n")
                .withStaticPods(Map.of("/manifests/proxy.yaml", STATIC_POD));
        ClusterSettings standard = ClusterSettings.standard(1, Semantics.DOCUMENTED);
        var pools = new NodePools(Optional.of(configuration), Map.of());
        return standard.withNodes(standard.nodes().withPools(pools));
    }

    private static Stage stage(PlantedThrows throwing) {
        var parts = new ClusterParts(List.of(), 1, Observer.NOBODY, throwing, true);
        Stage made = new Stage(settings(), parts).nodes("a", 5);
        ServerLoops.start(made.cluster(), throwing);
        made.cluster().startScheduler();
        return made.at(30).begin();
    }

    @Test
    void theClusterConvergesOnceThrowsStop() {
        var thrown = new TreeSet<String>();
        var reached = new TreeSet<String>();
        for (long seed = 1; seed <= SEEDS; seed++) {
            var throwing = new PlantedThrows(seed, _ -> true);
            converges(seed, throwing, stage(throwing));
            thrown.addAll(throwing.thrown().keySet());
            reached.addAll(throwing.reached());
            assertThat(throwing.reported().keySet()).contains("apiserver").containsAll(LOOPS);
        }
        assertThat(thrown).containsAll(PLUGINS).containsAll(LOOPS);
        assertThat(reached).containsAll(CLASSES).containsAll(EVENTS);
    }

    private static void converges(long seed, PlantedThrows throwing, Stage stage) {
        throwing.hit(CLASSES);
        throwing.odds(SELDOM);
        OBJECTS.forEach((type, manifest) -> PlantedWorkloads.create(stage, type, manifest));
        var visitor = new Visitor(stage.client());
        stage.until(() -> PlantedWorkloads.ready(stage, "web") > 0, 1_800);
        stage.until(() -> PlantedWorkloads.patched(stage, "a-1", usage("15.95Gi")), 600);
        visits(stage, visitor, 12);
        throwing.odds(ODDS.get((int) (seed % ODDS.size())));
        visits(stage, visitor, 12);
        stage.until(() -> PlantedWorkloads.patched(stage, "a-0", PlantedWorkloads.TAINTED), 600);
        visits(stage, visitor, 24);
        stage.until(() -> PlantedWorkloads.patched(stage, "a-1", usage("1Gi")), 600);
        throwing.odds(0);
        stage.pass(700);
        assertThat(throwing.findings()).as("seed %d", seed).isEmpty();
        assertThat(visitor.unforeseen()).as("seed %d", seed).isEmpty();
        everythingIsAsItShouldBe(seed, stage);
        visitor.visit();
        stage.pass(10);
        assertThat(visitor.sails()).as("seed %d: kinds are defined", seed).isTrue();
    }

    private static void visits(Stage stage, Visitor visitor, int count) {
        for (int i = 0; i < count; i++) {
            visitor.visit();
            stage.pass(10);
        }
    }

    private static void everythingIsAsItShouldBe(long seed, Stage stage) {
        for (var wanted :
                Map.of("web", 12L, "db", 3L, "set", 5L, "each", 4L, "old", 2L).entrySet()) {
            assertThat(PlantedWorkloads.ready(stage, wanted.getKey()))
                    .as(() -> "seed %d, %s: %s".formatted(seed, wanted.getKey(), PlantedWorkloads.pods(stage)))
                    .isEqualTo(wanted.getValue());
        }
        assertThat(stage.all(ResourceTypes.PODS).stream()
                        .map(pod -> pod.view(Pod.class))
                        .filter(pod -> pod.spec().nodeName().equals("a-0")))
                .as("seed %d: only what tolerates everything stays on a tainted node", seed)
                .allMatch(PodRule::mirror)
                .hasSize(1);
        assertThat(status(stage, ResourceTypes.JOBS, "once").path("succeeded").asInt())
                .isEqualTo(3);
        assertThat(status(stage, ResourceTypes.POD_DISRUPTION_BUDGETS, "web")
                        .path("currentHealthy")
                        .asInt())
                .isEqualTo(12);
        assertThat(status(stage, ResourceTypes.RESOURCE_QUOTAS, "all")
                        .at("/used/pods")
                        .asLong())
                .isEqualTo(stage.all(ResourceTypes.PODS).stream()
                        .map(pod -> pod.view(Pod.class))
                        .filter(pod -> pod.meta().namespace().equals("default") && !PodRule.terminal(pod))
                        .count());
        assertThat(tree(stage, ResourceTypes.ENDPOINTS, "web").at("/subsets/0/addresses"))
                .hasSize(12);
        assertThat(stage.condition("a-1", "MemoryPressure")).isEqualTo("False");
        assertThat(tree(stage, ResourceTypes.ENDPOINTS, "kubernetes")
                        .at("/subsets/0/ports/0/port")
                        .asInt())
                .isEqualTo(ServerLoops.PORT);
    }

    private static JsonNode tree(Stage stage, ResourceType type, String name) {
        return Json.readObject(stage.find(type, name).orElseThrow().json());
    }

    private static JsonNode status(Stage stage, ResourceType type, String name) {
        return tree(stage, type, name).path("status");
    }

    private static String usage(String memory) {
        return "{'metadata': {'annotations': {'usage.simulation.tenure.dev/memory': '%s'}}}".formatted(memory);
    }
}
