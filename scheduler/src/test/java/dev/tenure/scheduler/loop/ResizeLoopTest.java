package dev.tenure.scheduler.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.client.ClusterClient;
import dev.tenure.model.meta.Caller;
import dev.tenure.runtime.loop.SimulatedWorld;
import dev.tenure.scheduler.SchedulerLoop;
import dev.tenure.scheduler.config.SchedulerConfiguration;
import dev.tenure.scheduler.fake.FakeCluster;
import dev.tenure.scheduler.fake.FakeManifests;
import dev.tenure.wire.json.ObjectNode;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A node of 4 cpu on which a pod is resized, and pods that wait for what this frees.
class ResizeLoopTest {
    /// Longer than a pod that was refused once or twice is left alone.
    private static final Duration BACKOFF = Duration.ofSeconds(5);

    private final SimulatedWorld world = new SimulatedWorld(Instant.parse("2026-01-01T00:00:00.300Z"));
    private final FakeCluster cluster = new FakeCluster(Set.of());
    private final SchedulerLoop scheduler = new SchedulerLoop(
            world.loop("scheduler"),
            new ClusterClient(cluster, Caller.component("system:kube-scheduler", List.of(), "scheduler")),
            SchedulerConfiguration.standard(new Random(7)),
            new PrometheusRegistry(),
            "test");

    @BeforeEach
    void start() {
        scheduler.start();
        cluster.put("nodes", FakeManifests.node("node-1", "4"));
        world.settle();
    }

    @Test
    void roomThatAResizeFreesCountsOnceTheNodeHasMadeIt() {
        cluster.put("pods", running("3", "3", "3"));
        cluster.put("pods", FakeManifests.pod("waiting", "2", 0));
        pass();
        cluster.put("pods", running("1", "3", "3"));
        pass();
        cluster.put("pods", running("1", "1", "3"));
        pass();
        assertThat(nodeOf("waiting")).isEmpty();
        cluster.put("pods", running("1", "1", "1"));
        pass();
        assertThat(nodeOf("waiting")).isEqualTo("node-1");
    }

    @Test
    void aWishThatTheNodeHasRefusedForGoodHoldsNoRoom() {
        cluster.put("pods", pending(running("4", "1", "1"), "Deferred"));
        cluster.put("pods", FakeManifests.pod("waiting", "2", 0));
        pass();
        assertThat(nodeOf("waiting")).isEmpty();
        cluster.put("pods", pending(running("4", "1", "1"), "Infeasible"));
        pass();
        assertThat(nodeOf("waiting")).isEqualTo("node-1");
    }

    @Test
    void aWishForMoreHoldsItsRoomBeforeTheNodeHasGrantedIt() {
        cluster.put("pods", running("1", "1", "1"));
        cluster.put("pods", running("3", "1", "1"));
        cluster.put("pods", FakeManifests.pod("waiting", "2", 0));
        pass();
        assertThat(nodeOf("waiting")).isEmpty();
    }

    @Test
    void aWaitingPodThatAsksForLessIsTriedAgain() {
        cluster.put("pods", FakeManifests.pod("waiting", "8", 0));
        pass();
        assertThat(nodeOf("waiting")).isEmpty();
        cluster.put("pods", FakeManifests.pod("waiting", "2", 0));
        pass();
        assertThat(nodeOf("waiting")).isEqualTo("node-1");
    }

    private void pass() {
        world.settle();
        world.advance(BACKOFF);
    }

    private String nodeOf(String pod) {
        return cluster.get("pods", "default", pod)
                .orElseThrow()
                .path("spec")
                .path("nodeName")
                .asText();
    }

    private static ObjectNode running(String wished, String setAside, String inUse) {
        ObjectNode pod = FakeManifests.pod("resized", wished, 0);
        pod.withObjectProperty("spec").put("nodeName", "node-1");
        ObjectNode container = pod.withObjectProperty("status")
                .putArray("containerStatuses")
                .addObject()
                .put("name", "main");
        container.putObject("allocatedResources").put("cpu", setAside);
        container.putObject("resources").putObject("requests").put("cpu", inUse);
        return pod;
    }

    private static ObjectNode pending(ObjectNode pod, String reason) {
        pod.withObjectProperty("status")
                .putArray("conditions")
                .addObject()
                .put("type", "PodResizePending")
                .put("status", "True")
                .put("reason", reason);
        return pod;
    }
}
