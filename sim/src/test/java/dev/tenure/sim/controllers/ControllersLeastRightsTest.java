package dev.tenure.sim.controllers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.election.Candidate;
import dev.tenure.client.election.ElectionConfiguration;
import dev.tenure.client.election.LeaderElector;
import dev.tenure.client.informer.ControllerContext;
import dev.tenure.client.informer.DefinedTypes;
import dev.tenure.controllers.nodelifecycle.NodeLifecycleLoop;
import dev.tenure.controllers.nodelifecycle.NodeMetrics;
import dev.tenure.controllers.nodereadiness.ReadinessTypes;
import dev.tenure.controllers.podgc.retention.RetentionTypes;
import dev.tenure.controllers.tainteviction.TaintEvictionLoop;
import dev.tenure.controllers.tainteviction.policy.PolicyTypes;
import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.sim.stage.Rights;
import dev.tenure.sim.stage.Stage;
import dev.tenure.sim.stage.StageManifests;
import dev.tenure.sim.world.ClusterSettings;
import dev.tenure.sim.world.PlayedKinds;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Taint eviction and node lifecycle under the rights of `deploy/controllers.yaml` alone.
final class ControllersLeastRightsTest {
    private final Stage stage = Stage.of(Semantics.DOCUMENTED);
    private final Rights rights = new Rights(stage.cluster().endpoint());

    /// What is granted to those who run these two controllers alone.
    private static boolean theirs(ObjectNode object) {
        String label =
                object.at("/metadata/labels").path("tenure.dev/controller").asText();
        return Set.of("every", "taint-eviction", "node-lifecycle").contains(label);
    }

    private void startControllers() {
        ClusterClient client = rights.client("tenure-controllers");
        ClusterSettings settings = ClusterSettings.standard(1, Semantics.DOCUMENTED);
        var registry = new PrometheusRegistry();
        var loop = stage.cluster().world().loop("controllers");
        var context = ControllerContext.alone(loop, client);
        var nodes = new NodeLifecycleLoop(context, settings.nodeLifecycle(), new NodeMetrics(registry));
        var evictions =
                new TaintEvictionLoop(context, settings.taintEviction(), TaintEvictionLoop.Metrics.in(registry));
        var candidate = new Candidate() {
            @Override
            public void elected() {
                nodes.start();
                evictions.start();
            }

            @Override
            public void lost() {
                throw new IllegalStateException("nobody else stands");
            }
        };
        var elector = new LeaderElector(
                loop,
                client,
                ElectionConfiguration.standard("kube-system", "tenure-controllers", "me"),
                candidate,
                new Random(1));
        loop.post("start", elector::start);
    }

    @Test
    void theDefinitionsInDeployAreThoseThatAreMadeHere() throws IOException {
        assertThat(Rights.read("policies.yaml")).containsExactly(PolicyTypes.definition());
        assertThat(Rights.read("readiness.yaml")).containsExactly(ReadinessTypes.definition());
        assertThat(Rights.read("retentions.yaml")).containsExactly(RetentionTypes.definition());
    }

    /// A Deployment's pod whose controllers do not run: it is taken out of its set, and nobody makes another.
    private void deployment() {
        stage.create(ResourceTypes.DEPLOYMENTS, StageManifests.json("""
                {'apiVersion': 'apps/v1', 'kind': 'Deployment', 'metadata': {'name': 'web'}, 'spec': {'replicas': 1,
                 'selector': {'matchLabels': {'app': 'web'}}, 'template': {'metadata': {'labels': {'app': 'web'}},
                 'spec': {'containers': [{'name': 'main', 'image': 'registry.test/app:1'}]}}}}"""));
        owned(ResourceTypes.REPLICA_SETS, owner(ResourceTypes.DEPLOYMENTS, "web"), """
                {'replicas': 1, 'selector': {'matchLabels': {'pod-template-hash': 'h'}}, 'template': {'metadata':
                 {'labels': {'pod-template-hash': 'h'}},
                 'spec': {'containers': [{'name': 'main', 'image': 'registry.test/app:1'}]}}}""");
        stage.patch(ResourceTypes.REPLICA_SETS, "web-h", "status", """
                {'status': {'replicas': 1, 'observedGeneration': 1}}""");
        owned(ResourceTypes.PODS, owner(ResourceTypes.REPLICA_SETS, "web-h"), """
                {'nodeName': 'n', 'containers': [{'name': 'main', 'image': 'registry.test/app:1'}]}""");
    }

    private String owner(ResourceType type, String name) {
        return "{'apiVersion': 'apps/v1', 'kind': '%s', 'name': '%s', 'uid': '%s', 'controller': true}"
                .formatted(
                        type.kind(), name, stage.find(type, name).orElseThrow().uid());
    }

    private void owned(ResourceType type, String owner, String spec) {
        stage.create(type, StageManifests.json("""
                {'apiVersion': '%s', 'kind': '%s', 'metadata': {'name': 'web-h', 'labels': {'app': 'web',
                 'pod-template-hash': 'h'}, 'ownerReferences': [%s]}, 'spec': %s}""".formatted(type.apiVersion(), type.kind(), owner, spec)));
    }

    @Test
    void rightsInDeployAreAllThatTheyNeed() throws IOException {
        stage.cluster().crashControllers();
        assertThat(rights.client("tenure-controllers").list(ResourceTypes.NODES, "", Map.of()))
                .isInstanceOf(ApiReply.Failure.class);
        assertThat(rights.refused()).hasSize(1);
        rights.refused().clear();
        Rights.grant(
                stage.client(),
                Rights.read("controllers.yaml").stream()
                        .filter(ControllersLeastRightsTest::theirs)
                        .toList());
        stage.create(DefinedTypes.DEFINITIONS, PlayedKinds.policies());
        stage.create(PolicyTypes.POLICIES, StageManifests.json("""
                {'apiVersion': 'tenure.dev/v1alpha1', 'kind': 'TaintEvictionPolicy', 'metadata': {'name': 'kind'},
                 'spec': {'taints': [{'key': 'k', 'operator': 'Exists'}], 'budgets': 'Respect', 'replacement': 'First'}}
                """));
        startControllers();
        for (String node : List.of("n", "m", "o")) {
            ObjectNode object = StageManifests.node(node, "z");
            object.withObject("/metadata").withObject("/labels").put("kubernetes.io/os", "linux");
            stage.create(ResourceTypes.NODES, object);
        }
        deployment();
        stage.pod("p", StageManifests.tolerating("k", 30)).pod("q").at(60).begin();
        stage.taints("k:NoExecute").fault("m", "stopped").at(200);
        assertThat(stage.left("q"))
                .hasValueSatisfying(second -> assertThat(second).isLessThan(1));
        assertThat(stage.left("p"))
                .hasValueSatisfying(second -> assertThat(second).isBetween(29.9, 30.2));
        assertThat(stage.find(PolicyTypes.POLICIES, "kind")
                        .map(policy -> Json.readObject(policy.json())
                                .path("status")
                                .path("held")
                                .asInt(-1)))
                .hasValue(1);
        assertThat(stage.seePod("web-h").meta().labels()).doesNotContainKey("pod-template-hash");
        stage.taints().at(210);
        assertThat(stage.seePod("web-h").meta().labels()).containsEntry("pod-template-hash", "h");
        assertThat(stage.taintsOf("m"))
                .contains("node.kubernetes.io/unreachable:NoSchedule", "node.kubernetes.io/unreachable:NoExecute");
        assertThat(stage.events("NodeNotReady")).isNotEmpty();
        assertThat(rights.refused()).isEmpty();
    }
}
