package dev.tenure.controllers.podgc;

import static dev.tenure.model.meta.ResourceTypes.NODES;
import static dev.tenure.model.meta.ResourceTypes.PODS;
import static dev.tenure.testkit.cluster.MemoryApi.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.stage.LoopStage;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class PodGarbageLoopTest {
    private static final Duration ROUND = Duration.ofSeconds(20);

    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final LoopStage stage = new LoopStage(PODS, NODES);
    private final PodGarbageLoop loop = new PodGarbageLoop(stage.context(), 2, new PodGarbageLoop.Metrics(registry));

    private void pod(String name, String node, String phase) {
        stage.put(PODS, """
                kind: Pod
                metadata: {name: %s, namespace: default, creationTimestamp: "2026-01-01T00:00:00Z"}
                spec: {nodeName: "%s"}
                status: {phase: %s}
                """.formatted(name, node, phase));
    }

    private void node(String name) {
        stage.put(NODES, "{kind: Node, metadata: {name: %s}}".formatted(name));
    }

    private List<Double> counted(String metric) {
        return registry.scrape(name -> name.equals(metric)).stream()
                .map(CounterSnapshot.class::cast)
                .flatMap(snapshot -> snapshot.getDataPoints().stream())
                .map(CounterSnapshot.CounterDataPointSnapshot::getValue)
                .toList();
    }

    @Test
    void thePodsOfANodeThatIsMissingForFortySecondsFailAndGo() {
        node("there");
        pod("kept", "there", "Running");
        pod("orphan", "gone", "Running");
        stage.begin(loop::start);
        stage.advance(ROUND.multipliedBy(2).minusNanos(1));
        assertThat(stage.writes()).isEmpty();
        stage.advance(Duration.ofNanos(1));
        assertThat(stage.writes()).containsExactly("patch pods default/orphan/status", "delete pods default/orphan");
        assertThat(counted("pod_gc_collector_force_delete_pods")).containsExactly(1.0);
        assertThat(counted("pod_gc_collector_force_delete_pod_errors")).isEmpty();
    }

    @Test
    void whoHasEndedIsNotMadeToFail() {
        pod("ended", "gone", "Succeeded");
        stage.begin(loop::start);
        stage.advance(ROUND.multipliedBy(2));
        assertThat(stage.writes()).containsExactly("delete pods default/ended");
    }

    @Test
    void aNodeThatComesBackIsNotMissingAnyMore() {
        pod("p", "late", "Running");
        stage.begin(loop::start);
        stage.advance(ROUND);
        node("late");
        stage.advance(ROUND);
        stage.remove(NODES, "", "late");
        stage.advance(ROUND.multipliedBy(3).minusNanos(1));
        assertThat(stage.writes()).as("counted from the second time on").isEmpty();
        stage.advance(Duration.ofNanos(1));
        assertThat(stage.writes()).contains("delete pods default/p");
    }

    @Test
    void aNodeOfWhichTheApiSaysNothingIsNotMissing() {
        pod("p", "gone", "Running");
        stage.api()
                .refuse(request -> request.target().name().equals("gone")
                        ? Optional.of(status(500, "InternalError"))
                        : Optional.empty());
        stage.begin(loop::start);
        stage.advance(ROUND.multipliedBy(3));
        assertThat(stage.writes()).isEmpty();
        stage.refuseNothing();
        stage.advance(ROUND);
        assertThat(stage.writes()).contains("delete pods default/p");
    }

    @Test
    void ofThoseThatHaveEndedTheEldestGoOnceThereAreTooMany() {
        node("node-1");
        pod("c", "node-1", "Succeeded");
        pod("b", "node-1", "Failed");
        stage.begin(loop::start);
        stage.advance(ROUND);
        assertThat(stage.writes()).isEmpty();
        pod("a", "node-1", "Succeeded");
        stage.advance(ROUND);
        assertThat(stage.writes()).hasSize(1).allMatch(line -> line.startsWith("delete pods default/"));
        stage.advance(ROUND);
        assertThat(stage.writes()).isEmpty();
    }

    @Test
    void aRemovalThatFailsCountsAndIsTriedInTheNextRound() {
        pod("p", "gone", "Running");
        stage.refuseWrites(PODS, status(500, "InternalError"));
        stage.begin(loop::start);
        stage.advance(ROUND.multipliedBy(2));
        assertThat(stage.writes()).as("without its condition it stays").containsExactly("patch pods default/p/status");
        assertThat(counted("pod_gc_collector_force_delete_pod_errors")).containsExactly(1.0);
        stage.refuseNothing();
        stage.advance(ROUND);
        assertThat(stage.api().all(PODS)).isEmpty();
    }
}
