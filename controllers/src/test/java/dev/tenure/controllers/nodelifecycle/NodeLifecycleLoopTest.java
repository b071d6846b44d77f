package dev.tenure.controllers.nodelifecycle;

import static dev.tenure.model.meta.ResourceTypes.LEASES;
import static dev.tenure.model.meta.ResourceTypes.NODES;
import static dev.tenure.model.meta.ResourceTypes.PODS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.nodelifecycle.zone.ZoneHealthRule;
import dev.tenure.controllers.stage.LoopStage;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class NodeLifecycleLoopTest {
    private static final Duration LOOK = Duration.ofSeconds(5);
    private static final Duration GRACE = Duration.ofSeconds(40);

    private final LoopStage stage = new LoopStage(NODES, LEASES, PODS);
    private final NodeLifecycleLoop loop = new NodeLifecycleLoop(
            stage.context(),
            new NodeLifecycleLoop.Configuration(
                    LOOK, GRACE, Duration.ofMinutes(1), new ZoneHealthRule.Settings(1f, 0.01f, 0.55f, 50), false),
            new NodeMetrics(new PrometheusRegistry()));

    private void node(String name, String conditions) {
        stage.put(NODES, """
                kind: Node
                metadata: {name: %1$s, uid: of-%1$s, creationTimestamp: "2026-01-01T00:00:00Z"}
                status: {conditions: [%2$s]}
                """.formatted(name, conditions));
    }

    private static String ready(String status) {
        return "{type: Ready, status: \"%s\"}".formatted(status);
    }

    private void lease(String node, int second) {
        stage.put(LEASES, """
                kind: Lease
                metadata: {name: %s, namespace: kube-node-lease}
                spec: {renewTime: "2026-01-01T00:%02d:%02d.000000Z"}
                """.formatted(node, second / 60, second % 60));
    }

    private List<String> taints(String node) {
        var taints = Stream.<String>builder();
        JsonNode list = stage.the(NODES, "", node).at("/spec/taints");
        list.forEach(taint -> taints.add(taint.path("key").asText().replace("node.kubernetes.io/", "") + ":"
                + taint.path("effect").asText()));
        return taints.build().sorted().toList();
    }

    private String condition(String node) {
        return stage.the(NODES, "", node).at("/status/conditions/0/status").asText();
    }

    @Test
    void aNodeIsAnnouncedWhenItComesAndWhenItGoes() {
        node("n1", ready("True"));
        stage.begin(loop::start);
        assertThat(stage.events()).containsExactly("RegisteredNode: Node n1 event: Registered Node n1 in Controller");
        stage.remove(NODES, "", "n1");
        stage.advance(LOOK);
        assertThat(stage.events()).contains("RemovingNode: Node n1 event: Removing Node n1 from Controller");
    }

    @Test
    void aNodeThatIsNotReadyIsTaintedAndLosesTheTaintsOnceItIs() {
        node("n1", ready("True"));
        node("n2", ready("False"));
        stage.begin(loop::start);
        stage.advance(LOOK);
        assertThat(taints("n1")).isEmpty();
        assertThat(taints("n2")).containsExactly("not-ready:NoExecute", "not-ready:NoSchedule");
        stage.edit(NODES, "", "n2", node -> ((ObjectNode) node.at("/status/conditions/0")).put("status", "True"));
        stage.advance(LOOK);
        assertThat(taints("n2")).isEmpty();
    }

    @Test
    void aSilentNodeIsUnknownAfterItsGrace() {
        node("n1", ready("True"));
        node("n2", ready("True"));
        lease("n1", 0);
        lease("n2", 0);
        stage.begin(loop::start);
        for (int second = 10; second <= 40; second += 10) {
            stage.advance(Duration.ofSeconds(10));
            lease("n2", second);
        }
        assertThat(condition("n1")).isEqualTo("True");
        stage.advance(Duration.ofSeconds(10));
        assertThat(condition("n1")).isEqualTo("Unknown");
        assertThat(condition("n2")).as("its lease is renewed").isEqualTo("True");
        stage.advance(Duration.ofSeconds(10));
        assertThat(taints("n1")).containsExactly("unreachable:NoExecute", "unreachable:NoSchedule");
        assertThat(stage.events()).contains("NodeNotReady: Node n1 status is now: NodeNotReady");
    }

    @Test
    void aNodeThatNeverReportedHasLonger() {
        node("n1", "");
        stage.begin(loop::start);
        stage.advance(Duration.ofSeconds(55));
        assertThat(stage.the(NODES, "", "n1").at("/status/conditions")).isEmpty();
        stage.advance(Duration.ofSeconds(10));
        assertThat(stage.the(NODES, "", "n1").at("/status/conditions").toString())
                .contains("Unknown", "NodeStatusNeverUpdated");
    }

    @Test
    void thePodsOfALostNodeAreMarkedAsNotReady() {
        node("n1", ready("True"));
        node("n2", ready("True"));
        for (String node : List.of("n1", "n2")) {
            stage.put(PODS, """
                    kind: Pod
                    metadata: {name: on-%1$s, namespace: default}
                    spec: {nodeName: %1$s}
                    status: {phase: Running, conditions: [{type: Ready, status: "True"}]}
                    """.formatted(node));
        }
        stage.begin(loop::start);
        node("n1", ready("False"));
        for (int second = 5; second <= 60; second += 5) {
            stage.advance(LOOK);
            lease("n2", second);
        }
        assertThat(stage.writes()).doesNotContain("patch pods default/on-n2/status");
    }

    @Test
    void whenAllNodesAreLostNoneIsTaintedToLeave() {
        node("n1", ready("True"));
        node("n2", ready("True"));
        stage.begin(loop::start);
        stage.advance(Duration.ofMinutes(2));
        assertThat(condition("n1")).isEqualTo("Unknown");
        assertThat(taints("n1")).containsExactly("unreachable:NoSchedule");
        assertThat(taints("n2")).containsExactly("unreachable:NoSchedule");
        assertThat(loop.page().toString()).contains("FullDisruption");
    }

    @Test
    void conditionsBecomeTaintsAtOnce() {
        node("n1", ready("True"));
        stage.begin(loop::start);
        node("n1", ready("True") + ", {type: MemoryPressure, status: \"True\"}");
        assertThat(taints("n1")).containsExactly("memory-pressure:NoSchedule");
        stage.writes();
        node("n1", ready("True"));
        assertThat(taints("n1")).isEmpty();
    }
}
