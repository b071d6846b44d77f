package dev.tenure.sim.controllers.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.apps.Deployment;
import dev.tenure.model.apps.ReplicaSet;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.ReplicationController;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.rules.pod.PodRule;
import dev.tenure.sim.stage.Stage;
import dev.tenure.sim.stage.StageManifests;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// Workload controllers with scheduler and nodes: sizes, rollouts, owners, namespaces.
final class WorkloadTest {
    private static final String TEMPLATE = """
            {'metadata': {'labels': {'app': 'web'}}, 'spec': {'containers':
              [{'name': 'main', 'image': 'registry.test/app:%s'}]}}""";

    private static Stage stage() {
        Stage stage = Stage.of(Semantics.DOCUMENTED).nodes("a", 5);
        stage.cluster().startScheduler();
        return stage.at(30).begin();
    }

    private static String replicaSet(int replicas) {
        return """
                {'apiVersion': 'apps/v1', 'kind': 'ReplicaSet', 'metadata': {'name': 'web'}, 'spec': {'replicas': %d,
                 'selector': {'matchLabels': {'app': 'web'}}, 'template': %s}}""".formatted(replicas, TEMPLATE.formatted(1));
    }

    private static String deployment(int replicas) {
        return """
                {'apiVersion': 'apps/v1', 'kind': 'Deployment', 'metadata': {'name': 'web'}, 'spec': {'replicas': %d,
                 'strategy': {'rollingUpdate': {'maxSurge': 1, 'maxUnavailable': 1}},
                 'selector': {'matchLabels': {'app': 'web'}}, 'template': %s}}""".formatted(replicas, TEMPLATE.formatted(1));
    }

    private static List<Pod> pods(Stage stage) {
        return stage.all(ResourceTypes.PODS).stream()
                .map(pod -> pod.view(Pod.class))
                .filter(pod -> !pod.meta().deleting())
                .toList();
    }

    private static long ready(Stage stage) {
        return pods(stage).stream().filter(PodRule::ready).count();
    }

    private static ReplicaSet set(Stage stage) {
        return stage.find(ResourceTypes.REPLICA_SETS, "web").orElseThrow().view(ReplicaSet.class);
    }

    @Test
    void aReplicaSetGrowsAndShrinks() {
        Stage stage = stage().create(ResourceTypes.REPLICA_SETS, StageManifests.json(replicaSet(5)))
                .at(30);
        assertThat(ready(stage)).isEqualTo(5);
        assertThat(set(stage).status().readyReplicas()).isEqualTo(5);
        stage.patch(ResourceTypes.REPLICA_SETS, "web", "{'spec': {'replicas': 12}}")
                .at(60);
        assertThat(ready(stage)).isEqualTo(12);
        stage.patch(ResourceTypes.REPLICA_SETS, "web", "{'spec': {'replicas': 2}}")
                .at(120);
        assertThat(pods(stage)).hasSize(2);
        assertThat(set(stage).status().replicas()).isEqualTo(2);
    }

    /// Who goes of two pods on one node and a younger one on another, where a set that has this owner is made
    /// smaller.
    private static List<String> left(String owner) {
        Stage stage = stage();
        stage.create(
                        ResourceTypes.CONFIG_MAPS,
                        StageManifests.json("{'apiVersion': 'v1', 'kind': 'ConfigMap', 'metadata': {'name': 'boss'}}"))
                .create(ResourceTypes.PODS, pod("old-1", "a-1"))
                .create(ResourceTypes.PODS, pod("old-2", "a-1"))
                .at(3600)
                .create(ResourceTypes.PODS, pod("young", "a-2"))
                .at(3630);
        String uid = stage.find(ResourceTypes.CONFIG_MAPS, "boss").orElseThrow().uid();
        stage.create(
                        ResourceTypes.REPLICA_SETS,
                        StageManifests.json(replicaSet(3)
                                .replace("{'name': 'web'}", "{'name': 'web'%s}".formatted(owner.formatted(uid)))))
                .at(3660);
        stage.patch(ResourceTypes.REPLICA_SETS, "web", "{'spec': {'replicas': 2}}")
                .at(3700);
        return pods(stage).stream().map(pod -> pod.meta().name()).sorted().toList();
    }

    private static ObjectNode pod(String name, String node) {
        return StageManifests.json("""
                {'apiVersion': 'v1', 'kind': 'Pod', 'metadata': {'name': '%s', 'labels': {'app': 'web'}}, 'spec':
                 {'nodeName': '%s', 'containers': [{'name': 'main', 'image': 'registry.test/app:1'}]}}""".formatted(name, node));
    }

    @Test
    void onlyASetThatHasAControllerGivesUpPodsOfCrowdedNodesFirst() {
        assertThat(left("")).containsExactly("old-1", "old-2");
        assertThat(
                        left(
                                ", 'ownerReferences': [{'apiVersion': 'v1', 'kind': 'ConfigMap', 'name': 'boss', 'uid': '%s', 'controller': true}]"))
                .hasSize(2)
                .contains("young");
    }

    /// What a controller asked for may be answered later than its watch shows it, and after it is gone again.
    @Test
    void aPodThatIsGoneBeforeItsMakingIsAnsweredIsMadeAnew() {
        Stage stage = stage();
        stage.cluster()
                .world()
                .latency((_, task, _) -> task.equals("create-pod") ? Duration.ofSeconds(2) : Duration.ZERO);
        stage.create(ResourceTypes.REPLICA_SETS, StageManifests.json(replicaSet(1)))
                .pass(3);
        List<Pod> first = pods(stage);
        assertThat(first).hasSize(1);
        stage.delete(ResourceTypes.PODS, first.getFirst().meta().name(), "{'gracePeriodSeconds': 0}")
                .pass(0.5);
        assertThat(pods(stage)).isEmpty();
        stage.pass(20);
        assertThat(ready(stage)).isEqualTo(1);
    }

    /// As upstream, which makes pods before it counts: nobody reads of a pod too few that is being made.
    @Test
    void aSetThatReplacesAPodNeverSaysThatItHasOneTooFew() {
        Stage stage = stage();
        stage.create(ResourceTypes.REPLICA_SETS, StageManifests.json(replicaSet(3)))
                .at(30);
        stage.cluster().world().latency((_, _, _) -> Duration.ofMillis(7));
        String gone = pods(stage).getFirst().meta().name();
        stage.delete(ResourceTypes.PODS, gone, "{}");
        for (int step = 0; step < 200; step++) {
            stage.pass(0.001);
            assertThat(set(stage).status().replicas()).isEqualTo(3);
        }
        assertThat(pods(stage)).hasSize(3).noneMatch(pod -> pod.meta().name().equals(gone));
    }

    @Test
    void aReplicationControllerKeepsItsPodsAndItsStatus() {
        Stage stage = stage();
        stage.create(ResourceTypes.REPLICATION_CONTROLLERS, StageManifests.json("""
                {'apiVersion': 'v1', 'kind': 'ReplicationController', 'metadata': {'name': 'web'}, 'spec': {
                 'replicas': 3, 'selector': {'app': 'web'}, 'template': %s}}""".formatted(TEMPLATE.formatted(1))))
                .at(30);
        assertThat(ready(stage)).isEqualTo(3);
        assertThat(pods(stage))
                .allMatch(pod -> pod.meta()
                        .controllerOwner()
                        .filter(owner -> owner.kind().equals("ReplicationController"))
                        .isPresent());
        stage.patch(ResourceTypes.REPLICATION_CONTROLLERS, "web", "{'spec': {'replicas': 1}}")
                .at(90);
        assertThat(pods(stage)).hasSize(1);
        var status = stage.find(ResourceTypes.REPLICATION_CONTROLLERS, "web")
                .orElseThrow()
                .view(ReplicationController.class)
                .status();
        assertThat(status.replicas()).isEqualTo(1);
        assertThat(status.readyReplicas()).isEqualTo(1);
        assertThat(status.observedGeneration()).isEqualTo(2);
    }

    @Test
    void aPodThatIsEvictedIsReplacedElsewhere() {
        Stage stage = stage().create(ResourceTypes.REPLICA_SETS, StageManifests.json(replicaSet(5)))
                .at(30);
        String node = pods(stage).getFirst().spec().nodeName();
        stage.patch(ResourceTypes.NODES, node, "{'spec': {'taints': [{'key': 'k', 'effect': 'NoExecute'}]}}")
                .at(90);
        assertThat(ready(stage)).isEqualTo(5);
        assertThat(pods(stage)).noneMatch(pod -> pod.spec().nodeName().equals(node));
    }

    @Test
    void aRestartInTheMiddleMakesNoPodTooMany() {
        Stage stage = stage().create(ResourceTypes.REPLICA_SETS, StageManifests.json(replicaSet(50)));
        for (int i = 0; i < 20; i++) {
            stage.at(0.001 * i).cluster().restartControllers();
        }
        stage.at(60);
        assertThat(pods(stage)).hasSize(50);
    }

    @Test
    void aDeploymentThatNobodyChangesStaysOfTheFirstGeneration() {
        Stage stage = stage();
        stage.create(ResourceTypes.DEPLOYMENTS, StageManifests.json(deployment(2)))
                .at(60);
        Deployment web =
                stage.find(ResourceTypes.DEPLOYMENTS, "web").orElseThrow().view(Deployment.class);
        assertThat(web.meta().annotations()).containsEntry("deployment.kubernetes.io/revision", "1");
        assertThat(web.meta().generation()).isOne();
        assertThat(web.status().observedGeneration()).isOne();
    }

    @Test
    void aDeploymentRollsOutWithinItsBounds() {
        Stage stage = stage().create(ResourceTypes.DEPLOYMENTS, StageManifests.json(deployment(6)))
                .at(60);
        assertThat(ready(stage)).isEqualTo(6);
        var least = new AtomicInteger(6);
        var most = new AtomicInteger(6);
        stage.cluster().world().afterEachEvent(() -> {
            least.accumulateAndGet((int) ready(stage), Math::min);
            most.accumulateAndGet(pods(stage).size(), Math::max);
        });
        String template = "{'spec': {'template': %s}}".formatted(TEMPLATE.formatted(2));
        stage.patch(ResourceTypes.DEPLOYMENTS, "web", template).at(200);
        stage.cluster().world().afterEachEvent(() -> {});
        assertThat(ready(stage)).isEqualTo(6);
        assertThat(images(stage)).containsOnly("registry.test/app:2");
        assertThat(least.get()).isGreaterThanOrEqualTo(5);
        assertThat(most.get()).isLessThanOrEqualTo(7);
        Deployment done =
                stage.find(ResourceTypes.DEPLOYMENTS, "web").orElseThrow().view(Deployment.class);
        assertThat(done.status().updatedReplicas()).isEqualTo(6);
        assertThat(done.status().availableReplicas()).isEqualTo(6);
    }

    private static List<String> images(Stage stage) {
        return stage.all(ResourceTypes.PODS).stream()
                .filter(pod -> !pod.header().deleting())
                .map(pod -> {
                    JsonNode tree = Json.readObject(pod.json());
                    return tree.path("spec")
                            .path("containers")
                            .path(0)
                            .path("image")
                            .asText();
                })
                .toList();
    }

    @Test
    void whatADeletedDeploymentOwnsIsCollected() {
        Stage stage = stage().create(ResourceTypes.DEPLOYMENTS, StageManifests.json(deployment(4)))
                .at(30);
        stage.delete(ResourceTypes.DEPLOYMENTS, "web", "{}").at(120);
        assertThat(stage.all(ResourceTypes.REPLICA_SETS)).isEmpty();
        assertThat(stage.all(ResourceTypes.PODS)).isEmpty();
    }

    @Test
    void anOrphanedReplicaSetKeepsItsPods() {
        Stage stage = stage().create(ResourceTypes.REPLICA_SETS, StageManifests.json(replicaSet(3)))
                .at(30);
        stage.delete(ResourceTypes.REPLICA_SETS, "web", "{'propagationPolicy': 'Orphan'}")
                .at(120);
        assertThat(stage.all(ResourceTypes.REPLICA_SETS)).isEmpty();
        assertThat(pods(stage))
                .hasSize(3)
                .allMatch(pod -> pod.meta().ownerReferences().isEmpty());
    }

    @Test
    void aForegroundDeletionWaitsForWhatIsOwned() {
        Stage stage = stage().create(ResourceTypes.REPLICA_SETS, StageManifests.json(replicaSet(3)))
                .at(30);
        stage.cluster().crashNodes();
        stage.delete(ResourceTypes.REPLICA_SETS, "web", "{'propagationPolicy': 'Foreground'}")
                .at(40);
        assertThat(stage.find(ResourceTypes.REPLICA_SETS, "web")).isPresent();
        assertThat(stage.all(ResourceTypes.PODS)).hasSize(3);
        assertThat(pods(stage)).isEmpty();
        stage.cluster().startNodes();
        stage.at(80);
        assertThat(stage.find(ResourceTypes.REPLICA_SETS, "web")).isEmpty();
        assertThat(stage.all(ResourceTypes.PODS)).isEmpty();
    }

    @Test
    void aDeletedNamespaceTakesEverythingWithIt() {
        Stage stage = stage().create(ResourceTypes.NAMESPACES, StageManifests.json("{'metadata': {'name': 'shop'}}"))
                .at(5);
        var web = Document.of(StageManifests.json(deployment(4)));
        assertThat(stage.client().create(ResourceTypes.DEPLOYMENTS, "shop", web))
                .isInstanceOf(ApiReply.One.class);
        stage.at(30);
        assertThat(ready(stage)).isEqualTo(4);
        stage.delete(ResourceTypes.NAMESPACES, "shop", "{}").at(200);
        assertThat(stage.all(ResourceTypes.PODS)).isEmpty();
        assertThat(stage.all(ResourceTypes.DEPLOYMENTS)).isEmpty();
        assertThat(stage.find(ResourceTypes.NAMESPACES, "shop")).isEmpty();
    }

    @Test
    void aNamespaceGetsItsAccountAndItsCertificates() {
        Stage stage = stage().at(5);
        assertThat(stage.find(ResourceTypes.SERVICE_ACCOUNTS, "default")).isPresent();
        assertThat(stage.find(ResourceTypes.CONFIG_MAPS, "kube-root-ca.crt")).isPresent();
    }
}
