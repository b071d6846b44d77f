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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What a plugin can do between the choice of a node and the binding.
class TogetherTest {
    private static final String CONFIGURATION = """
            apiVersion: kubescheduler.config.k8s.io/v1
            kind: KubeSchedulerConfiguration
            profiles:
              - schedulerName: default-scheduler
                plugins:
                  multiPoint:
                    enabled: [{name: Together}]
            """;

    private final SimulatedWorld world = new SimulatedWorld(Instant.parse("2026-01-01T00:00:00Z"));
    private final FakeCluster cluster = new FakeCluster(Set.of());
    private final Together together = new Together();

    @BeforeEach
    void start() {
        var parser = new ConfigurationParser(new Random(1), SearchOrder.FULL, List.of(together));
        var configuration = parser.parse(
                Yaml.read(CONFIGURATION.getBytes(StandardCharsets.UTF_8)).value());
        var client = new ClusterClient(cluster, Caller.component("system:kube-scheduler", List.of(), "test"));
        new SchedulerLoop(world.loop("scheduler"), client, configuration, new PrometheusRegistry(), "test").start();
        cluster.put("nodes", FakeManifests.node("a", "4"));
    }

    private void pod(String name) {
        ObjectNode pod = FakeManifests.pod(name, "3", 0);
        pod.withObjectProperty("metadata").withObjectProperty("labels").put("together", "yes");
        cluster.put("pods", pod);
    }

    private String nodeOf(String pod) {
        return cluster.get("pods", "default", pod)
                .orElseThrow()
                .path("spec")
                .path("nodeName")
                .asText();
    }

    @Test
    void aPodIsHeldBackUntilItsKinHasANodeAndKeepsItsOwnMeanwhile() {
        pod("first");
        world.advance(Duration.ofSeconds(10));
        assertThat(nodeOf("first")).isEmpty();
        assertThat(together.reserved()).isEqualTo(1);
        cluster.put("pods", FakeManifests.pod("other", "3", 0));
        world.advance(Duration.ofSeconds(5));
        assertThat(nodeOf("other")).isEmpty();
        cluster.put("nodes", FakeManifests.node("b", "4"));
        pod("second");
        cluster.put("nodes", FakeManifests.node("c", "4"));
        world.advance(Duration.ofSeconds(20));
        assertThat(nodeOf("first")).isEqualTo("a");
        assertThat(nodeOf("second")).isNotEmpty().isNotEqualTo("a");
        assertThat(together.prepared()).containsExactlyInAnyOrder("first", "second");
    }

    @Test
    void aPodThatIsRefusedGivesItsNodeUpAndWaitsForAnEventOfThatPlugin() {
        pod("first");
        world.advance(Duration.ofSeconds(70));
        assertThat(nodeOf("first")).isEmpty();
        assertThat(together.reserved()).isZero();
        ObjectNode pod = cluster.get("pods", "default", "first").orElseThrow();
        assertThat(pod.at("/status/conditions/0/reason").asText()).isEqualTo("Unschedulable");
        assertThat(pod.at("/status/conditions/0/message").asText()).isEqualTo("nobody came");
        cluster.put("pods", FakeManifests.pod("other", "3", 0));
        world.advance(Duration.ofSeconds(5));
        assertThat(nodeOf("other")).isEqualTo("a");
    }
}
