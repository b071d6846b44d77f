package dev.tenure.sim.controllers.tainteviction;

import static dev.tenure.sim.stage.StageManifests.tolerating;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tenure.client.informer.ControllerContext;
import dev.tenure.controllers.tainteviction.TaintEvictionLoop;
import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ApiRequest.Verb;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.Status;
import dev.tenure.runtime.loop.SimulatedWorld;
import dev.tenure.sim.stage.Stage;
import dev.tenure.sim.stage.StageManifests;
import dev.tenure.sim.world.Component;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// What upstream's controller does where it does not do what the documentation promises; the numbers are
/// those of the vectors. The recorded timelines hold all the others.
final class CompatEvictionTest {
    private static final Status UNAVAILABLE = new Status(503, "ServiceUnavailable", "not now", Optional.empty());

    private Optional<SimulatedWorld.SimulatedLoop> alone = Optional.empty();

    private static Stage stage() {
        return Stage.of(Semantics.KUBERNETES_1_36).node("n").node("other").at(60);
    }

    private static void leaves(Stage stage, String pod, double second) {
        assertThat(stage.left(pod)).as("%s leaves", pod).isPresent();
        assertThat(stage.left(pod).orElseThrow()).isCloseTo(second, within(0.05));
    }

    @Test
    void e09ASecondTaintWithAShorterStayChangesNothing() {
        Stage stage = stage().pod("p", tolerating("a", 300), tolerating("b", 10))
                .at(70)
                .begin();
        stage.taints("a:NoExecute").at(100).taints("a:NoExecute", "b:NoExecute").at(299);
        assertThat(stage.left("p")).isEmpty();
        leaves(stage.at(301), "p", 300);
    }

    @Test
    void e10TheTaintOfTheShorterStayGoesAndItDecidesAllTheSame() {
        Stage stage = stage().pod("p", tolerating("a", 60), tolerating("b", 300))
                .at(70)
                .begin();
        stage.taints("a:NoExecute", "b:NoExecute").at(30).taints("b:NoExecute").at(100);
        leaves(stage, "p", 60);
    }

    @Test
    void e11AnArmedTimerDoesNotMove() {
        Stage stage = stage().pod("p", tolerating("k", 10))
                .pod("q", tolerating("k", 100))
                .at(70)
                .begin();
        stage.taints("k:NoExecute").at(5);
        stage.tolerations("p", tolerating("k", 100))
                .tolerations("q", tolerating("k", 10))
                .at(150);
        leaves(stage, "p", 10);
        leaves(stage, "q", 100);
    }

    @Test
    void e20ARestartBeginsAnew() {
        Stage stage = stage().pod("p", tolerating("k", 300)).at(70).begin();
        stage.taints("k:NoExecute").at(200).cluster().restartControllers();
        stage.at(499);
        assertThat(stage.left("p")).isEmpty();
        leaves(stage.at(501), "p", 500);
    }

    /// Kills whatever controls, and starts this controller alone.
    private TaintEvictionLoop replaced(Stage stage, Semantics semantics) {
        stage.cluster().crashControllers();
        alone.ifPresent(SimulatedWorld.SimulatedLoop::crash);
        var fresh = stage.cluster().world().loop("fresh");
        var evictions = new TaintEvictionLoop(
                ControllerContext.alone(fresh, stage.client()),
                new TaintEvictionLoop.Configuration(semantics, false),
                TaintEvictionLoop.Metrics.in(new PrometheusRegistry()));
        fresh.post("start", evictions::start);
        alone = Optional.of(fresh);
        return evictions;
    }

    private static List<String> past(TaintEvictionLoop evictions) {
        List<String> pods = new ArrayList<>();
        evictions
                .page(Map.of())
                .path("past")
                .forEach(eviction -> pods.add(eviction.path("pod").asText()));
        return pods;
    }

    @Test
    void aRestartKeepsTheLedgerButNotTheBeginningsOfStays() {
        Stage stage = stage().pod("gone").pod("p", tolerating("k", 300)).at(70).begin();
        stage.taints("k:NoExecute").at(200);
        TaintEvictionLoop fresh = replaced(stage, Semantics.KUBERNETES_1_36);
        assertThat(past(fresh)).isEmpty();
        stage.at(201);
        assertThat(past(fresh)).containsExactly("gone");
        stage.at(499);
        assertThat(stage.left("p")).isEmpty();
        leaves(stage.at(502), "p", 500);
        assertThat(past(fresh)).containsExactly("gone", "p");
        fresh = replaced(stage, Semantics.KUBERNETES_1_36);
        stage.at(503);
        assertThat(past(fresh)).containsExactly("gone", "p");
    }

    @Test
    void beginningsThatTheOtherSemanticsHaveNotedAreForgottenToo() {
        Stage stage = Stage.of(Semantics.DOCUMENTED).node("n").at(60);
        stage.pod("p", tolerating("k", 300)).pod("first").at(70).begin();
        stage.taints("k:NoExecute").at(200);
        replaced(stage, Semantics.KUBERNETES_1_36);
        stage.at(210).pod("second").at(212);
        replaced(stage, Semantics.DOCUMENTED);
        stage.at(300);
        assertThat(stage.left("p")).as("its stay began with the second restart").isEmpty();
        leaves(stage.at(513), "p", 512);
    }

    /// Upstream gives nodes to eight workers by a hash of their names. Here one loop has all of them, so
    /// nothing shows of it: pods of nodes of one shard and of several leave alike.
    @Test
    void e27PodsLeaveAtOnceWhicheverShardTheirNodeWouldBeIn() {
        Map<String, Integer> shards = Map.of("node1", 4, "node2", 5, "node-a", 3, "node-b", 6, "worker-0", 2, "", 5);
        assertThat(shards).allSatisfy((name, shard) -> assertThat(shard(name)).isEqualTo(shard));
        Stage stage = stage();
        List<String> nodes = shards.keySet().stream()
                .filter(name -> !name.isEmpty())
                .sorted()
                .toList();
        nodes.forEach(stage::node);
        for (String node : nodes) {
            stage.create(ResourceTypes.PODS, StageManifests.pod("on-" + node, node, "[]"))
                    .create(
                            ResourceTypes.PODS,
                            StageManifests.pod("stays-on-" + node, node, "[" + tolerating("k") + "]"));
        }
        stage.create(ResourceTypes.PODS, StageManifests.pod("unbound", "", "[]"))
                .at(70)
                .begin();
        for (String node : nodes) {
            stage.patch(ResourceTypes.NODES, node, "{'spec': {'taints': [{'key': 'k', 'effect': 'NoExecute'}]}}");
        }
        stage.at(5);
        for (String node : nodes) {
            leaves(stage, "on-" + node, 0);
            assertThat(stage.left("stays-on-" + node)).isEmpty();
        }
        assertThat(stage.left("unbound")).isEmpty();
    }

    /// FNV-1a of 32 bits, unsigned, modulo the number of workers.
    private static int shard(String node) {
        int hash = 0x811c9dc5;
        for (byte b : node.getBytes(StandardCharsets.UTF_8)) {
            hash = (hash ^ (b & 0xff)) * 0x01000193;
        }
        return Integer.remainderUnsigned(hash, 8);
    }

    @Test
    void e24AnEvictionThatFailsFiveTimesIsDroppedUntilSomethingChanges() {
        Stage stage = stage().pod("p").at(70).begin();
        var attempts = new ArrayList<Double>();
        var begin = stage.cluster().world().now();
        stage.cluster().path(Component.CONTROLLERS).failWhere((ApiRequest request) -> {
            boolean chosen =
                    request.verb() == Verb.DELETE && request.target().resource().equals(ResourceTypes.PODS.resource());
            if (chosen) {
                attempts.add(stage.cluster().world().now().since(begin).toNanos() / 1e9);
            }
            return chosen ? Optional.of(UNAVAILABLE) : Optional.empty();
        });
        stage.taints("k:NoExecute").at(100);
        assertThat(attempts).hasSize(5);
        assertThat(attempts.getLast() - attempts.getFirst()).isCloseTo(0.04, within(0.001));
        stage.cluster().path(Component.CONTROLLERS).heal();
        assertThat(stage.at(200).left("p")).isEmpty();
        stage.taints("k:NoExecute", "l:NoExecute").at(201);
        assertThat(stage.left("p")).isPresent();
    }

    @Test
    void theClusterLearnsOfEvictionsButNotOfBeginningsOfStays() {
        Stage stage = stage().pod("p", tolerating("k", 20)).at(70).begin().taints("k:NoExecute");
        assertThat(records(stage.at(10))).isEmpty();
        assertThat(records(stage.at(30))).singleElement().satisfies(record -> {
            assertThat(record.at("/data/stays").asText()).isEqualTo("[]");
            assertThat(record.at("/data/evictions").asText()).contains("\"pod\":\"p\"");
        });
        assertThat(List.copyOf(stage.cluster().comingEvictions())).isEmpty();
    }

    private static List<ObjectNode> records(Stage stage) {
        return stage.all(ResourceTypes.CONFIG_MAPS).stream()
                .filter(map -> map.key().name().startsWith("tenure-node-"))
                .map(map -> Json.readObject(map.json()))
                .toList();
    }
}
