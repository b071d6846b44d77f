package dev.tenure.sim.simnodes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.client.events.EventRecorder;
import dev.tenure.client.events.InvolvedObject;
import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.kubelet.eviction.Eviction;
import dev.tenure.kubelet.eviction.LayoutAnswer;
import dev.tenure.kubelet.eviction.NodePressureLoop;
import dev.tenure.kubelet.eviction.NodePressureMetrics;
import dev.tenure.kubelet.eviction.NodePressurePorts;
import dev.tenure.kubelet.eviction.PressureSettings;
import dev.tenure.kubelet.eviction.reclaim.Reclaim;
import dev.tenure.kubelet.eviction.threshold.FilesystemLayout;
import dev.tenure.kubelet.eviction.threshold.PressureCondition;
import dev.tenure.kubelet.eviction.threshold.ThresholdParser;
import dev.tenure.kubelet.eviction.threshold.ThresholdSettings;
import dev.tenure.kubelet.stats.MemoryStats;
import dev.tenure.kubelet.stats.NodeStats;
import dev.tenure.kubelet.stats.Summary;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.sim.stage.Stage;
import dev.tenure.sim.stage.StageManifests;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/// A node whose runtime does not manage to stop what is to go.
final class UnstoppablePodTest {
    private static final class Stubborn implements NodePressurePorts {
        private final Stage stage;
        private final Pod pod;
        private final List<Double> evictions = new ArrayList<>();

        private Stubborn(Stage stage, Pod pod) {
            this.stage = stage;
            this.pod = pod;
        }

        @Override
        public void layout(Consumer<LayoutAnswer> answer) {
            answer.accept(new LayoutAnswer.Found(FilesystemLayout.SINGLE));
        }

        @Override
        public void summary(Consumer<Optional<Summary>> answer) {
            var memory = new MemoryStats(Optional.empty(), OptionalLong.of(1), OptionalLong.of(1L << 30));
            answer.accept(Optional.of(new Summary(NodeStats.ofMemory(Optional.of(memory)), Map.of())));
        }

        @Override
        public void cleanUp(Reclaim step, Runnable done) {
            done.run();
        }

        @Override
        public List<Pod> activePods() {
            return List.of(pod);
        }

        /// The containers go on, whatever the node does.
        @Override
        public void evict(Eviction eviction, Runnable stopped) {
            evictions.add(stage.cluster().world().now().nanos() / 1e9);
        }

        @Override
        public boolean gone(Pod asked) {
            return false;
        }

        @Override
        public void report(Set<PressureCondition> conditions) {
            assertThat(conditions).containsExactly(PressureCondition.MEMORY);
        }
    }

    @Test
    void s13AKillThatTakesTooLongCountsAndTheNodeGoesOn() {
        Stage stage = Stage.of(Semantics.DOCUMENTED).node("other");
        stage.create(ResourceTypes.PODS, StageManifests.pod("stubborn", "n", "[]"));
        var ports = new Stubborn(stage, stage.seePod("stubborn"));
        var loop = stage.cluster().world().loop("pressure");
        var registry = new PrometheusRegistry();
        var pressure = new NodePressureLoop(
                loop, new EventRecorder(loop, stage.client(), "kubelet"), new NodePressureMetrics(registry));
        var settings = new PressureSettings(
                ThresholdParser.parse(new ThresholdSettings(
                        Map.of("memory.available", "1Gi"), Map.of(), Map.of(), Map.of(), List.of())),
                Duration.ofMinutes(5),
                0,
                true,
                true);
        loop.post("watch", () -> pressure.watch(InvolvedObject.node("n", "n"), settings, ports, Duration.ofSeconds(1)));
        stage.begin().at(60);
        assertThat(stage.events("ExceededGracePeriod"))
                .isNotEmpty()
                .allSatisfy(event -> assertThat(event)
                        .isEqualTo("ExceededGracePeriod: Container runtime did not kill the pod within specified grace"
                                + " period."));
        assertThat(ports.evictions).hasSize(2);
        assertThat(ports.evictions.get(1) - ports.evictions.get(0)).isBetween(39.9, 40.1);
        assertThat(registry.scrape().stream()
                        .filter(each -> each.getMetadata().getPrometheusName().equals("kubelet_evictions"))
                        .count())
                .isOne();
    }
}
