package dev.tenure.sim.controllers;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tenure.client.ClusterClient;
import dev.tenure.client.election.Candidate;
import dev.tenure.client.election.ElectionConfiguration;
import dev.tenure.client.election.LeaderElector;
import dev.tenure.controllers.nodelifecycle.NodeLifecycleLoop;
import dev.tenure.controllers.nodelifecycle.NodeMetrics;
import dev.tenure.controllers.tainteviction.EvictionMetrics;
import dev.tenure.controllers.tainteviction.Semantics;
import dev.tenure.controllers.tainteviction.TaintEvictionLoop;
import dev.tenure.model.meta.ApiEndpoint;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.WatchReply;
import dev.tenure.sim.stage.Manifests;
import dev.tenure.sim.stage.Stage;
import dev.tenure.sim.world.ClusterSettings;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.yaml.Yaml;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Taint eviction and node lifecycle under the rights of `deploy/controllers.yaml` alone.
final class LeastRightsTest {
    private static final Path RIGHTS = Path.of("..", "deploy", "controllers.yaml");

    private final Stage stage = Stage.of(Semantics.DOCUMENTED);
    private final List<String> refused = new ArrayList<>();

    /// Notes what is refused for want of rights.
    private final class Noting implements ApiEndpoint {
        @Override
        public ApiReply call(ApiRequest request) {
            ApiReply reply = stage.cluster().endpoint().call(request);
            if (reply instanceof ApiReply.Failure(var status, var _) && status.code() == 403) {
                refused.add(status.message());
            }
            return reply;
        }

        @Override
        public WatchReply watch(ApiRequest request) {
            WatchReply reply = stage.cluster().endpoint().watch(request);
            if (reply instanceof WatchReply.Refused(var status) && status.code() == 403) {
                refused.add(status.message());
            }
            return reply;
        }
    }

    private static ResourceType rbac(String resource, String kind, ResourceType.Scope scope) {
        return new ResourceType("rbac.authorization.k8s.io", "v1", resource, kind, scope);
    }

    private void grantRights() throws IOException {
        Map<String, ResourceType> types = Map.of(
                "ServiceAccount", ResourceTypes.SERVICE_ACCOUNTS,
                "ClusterRole", rbac("clusterroles", "ClusterRole", ResourceType.Scope.CLUSTER),
                "ClusterRoleBinding", rbac("clusterrolebindings", "ClusterRoleBinding", ResourceType.Scope.CLUSTER),
                "Role", rbac("roles", "Role", ResourceType.Scope.NAMESPACED),
                "RoleBinding", rbac("rolebindings", "RoleBinding", ResourceType.Scope.NAMESPACED));
        for (String part : Files.readString(RIGHTS).split("\n---\n")) {
            if (Yaml.read(part.getBytes(StandardCharsets.UTF_8)).value() instanceof ObjectNode object) {
                ResourceType type =
                        Objects.requireNonNull(types.get(object.path("kind").asText()));
                String namespace = object.path("metadata").path("namespace").asText("");
                assertThat(stage.client().create(type, namespace, Document.of(object)))
                        .isNotInstanceOf(ApiReply.Failure.class);
            }
        }
    }

    private ClusterClient client() {
        return new ClusterClient(
                new Noting(),
                Caller.component(
                        "system:serviceaccount:kube-system:tenure-controllers",
                        List.of("system:serviceaccounts", "system:serviceaccounts:kube-system", "system:authenticated"),
                        "tenure"));
    }

    private void startControllers() {
        ClusterClient client = client();
        ClusterSettings settings = ClusterSettings.standard(1, Semantics.DOCUMENTED);
        var registry = new PrometheusRegistry();
        var loop = stage.cluster().world().loop("controllers");
        var nodes = new NodeLifecycleLoop(loop, client, settings.nodeLifecycle(), new NodeMetrics(registry));
        var evictions = new TaintEvictionLoop(loop, client, settings.taintEviction(), new EvictionMetrics(registry));
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
    void rightsInDeployAreAllThatTheyNeed() throws IOException {
        stage.cluster().crashControllers();
        assertThat(client().list(ResourceTypes.NODES, "", Map.of())).isInstanceOf(ApiReply.Failure.class);
        assertThat(refused).hasSize(1);
        refused.clear();
        grantRights();
        startControllers();
        for (String node : List.of("n", "m", "o")) {
            ObjectNode object = Manifests.node(node, "z");
            object.withObject("/metadata").withObject("/labels").put("kubernetes.io/os", "linux");
            stage.create(ResourceTypes.NODES, object);
        }
        stage.pod("p", Manifests.tolerating("k", 30)).pod("q").at(60).begin();
        stage.taints("k:NoExecute").fault("m", "stopped").at(200);
        assertThat(stage.left("q"))
                .hasValueSatisfying(second -> assertThat(second).isLessThan(1));
        assertThat(stage.left("p"))
                .hasValueSatisfying(second -> assertThat(second).isBetween(29.9, 30.2));
        assertThat(stage.taintsOf("m"))
                .contains("node.kubernetes.io/unreachable:NoSchedule", "node.kubernetes.io/unreachable:NoExecute");
        assertThat(stage.events("NodeNotReady")).isNotEmpty();
        assertThat(refused).isEmpty();
    }
}
