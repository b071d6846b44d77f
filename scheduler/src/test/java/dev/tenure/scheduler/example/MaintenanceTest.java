package dev.tenure.scheduler.example;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.client.ClusterClient;
import dev.tenure.model.meta.Caller;
import dev.tenure.runtime.loop.SimulatedWorld;
import dev.tenure.scheduler.SchedulerLoop;
import dev.tenure.scheduler.config.ConfigurationParser;
import dev.tenure.scheduler.cycle.SearchOrder;
import dev.tenure.scheduler.fake.FakeCluster;
import dev.tenure.scheduler.fake.FakeManifests;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.yaml.Yaml;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// A plugin of one's own is enabled by its name in the configuration, and takes part like any other.
class MaintenanceTest {
    private static final String CONFIGURATION = """
            apiVersion: kubescheduler.config.k8s.io/v1
            kind: KubeSchedulerConfiguration
            profiles:
              - schedulerName: default-scheduler
                plugins:
                  multiPoint:
                    enabled: [{name: Maintenance, weight: 10}]
            """;

    private final SimulatedWorld world = new SimulatedWorld(Instant.parse("2026-01-01T00:00:00Z"));
    private final FakeCluster cluster = new FakeCluster(Set.of());

    MaintenanceTest() {
        var parser = new ConfigurationParser(new Random(1), SearchOrder.FULL, List.of(new Maintenance()));
        var configuration = parser.parse(
                Yaml.read(CONFIGURATION.getBytes(StandardCharsets.UTF_8)).value());
        var client = new ClusterClient(cluster, Caller.component("system:kube-scheduler", List.of(), "test"));
        new SchedulerLoop(world.loop("scheduler"), client, configuration, new PrometheusRegistry(), "test").start();
    }

    private void node(String name, String maintenance) {
        ObjectNode node = FakeManifests.node(name, "4");
        node.withObjectProperty("metadata")
                .withObjectProperty("annotations")
                .put("example.com/maintenance", maintenance);
        cluster.put("nodes", node);
    }

    private ObjectNode pod() {
        return cluster.get("pods", "default", "p").orElseThrow();
    }

    private String nodeName() {
        return pod().path("spec").path("nodeName").asText();
    }

    @Test
    void refusesWithItsReasonAndWakesWhenTheReasonIsGone() {
        node("a", "now");
        cluster.put("pods", FakeManifests.pod("p", "1", 0));
        world.settle();
        assertThat(pod().at("/status/conditions/0/message").asText())
                .startsWith("0/1 nodes are available: 1 node(s) were under maintenance.");
        node("a", "over");
        world.advance(Duration.ofSeconds(2));
        assertThat(nodeName()).isEqualTo("a");
    }

    @Test
    void outweighsTheOthersWithItsScore() {
        node("a", "soon");
        ObjectNode crowded = FakeManifests.pod("other", "3", 0);
        crowded.withObjectProperty("spec").put("nodeName", "b");
        node("b", "none");
        cluster.put("pods", crowded);
        cluster.put("pods", FakeManifests.pod("p", "1", 0));
        world.settle();
        assertThat(nodeName()).isEqualTo("b");
    }
}
