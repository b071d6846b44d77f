package dev.tenure.controllers.tainteviction.board;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.tainteviction.stay.EvictionOrder;
import dev.tenure.controllers.tainteviction.stay.StayVerdict;
import dev.tenure.controllers.workload.DeviceEvictions;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.loop.SimulatedWorld;
import dev.tenure.runtime.time.Tick;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class AheadMetricsTest {
    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final SimulatedWorld world = new SimulatedWorld(Instant.parse("2026-01-01T00:00:00Z"));
    private final List<EvictionOrder> plan = new ArrayList<>();
    private final EvictionBoard board = new EvictionBoard(
            world.loop("board"),
            () -> List.copyOf(plan),
            () -> EvictionBoard.AtGate.NOBODY,
            new DeviceEvictions(),
            new AheadMetrics(registry));

    private static EvictionOrder order(String name) {
        var header =
                new StoredObject.Header(ResourceTypes.PODS.key("d", name), name, Map.of(), List.of(), Map.of(), false);
        var object = new StoredObject(header, "{}".getBytes(StandardCharsets.UTF_8), 1, bytes -> bytes);
        return new EvictionOrder(object, new Tick(0), new StayVerdict.Keep());
    }

    private double told() {
        board.changed();
        world.advance(Duration.ofSeconds(1));
        return registry.scrape("tenure_taint_eviction_coming_pods"::equals).stream()
                .map(GaugeSnapshot.class::cast)
                .flatMap(gauge -> gauge.getDataPoints().stream())
                .mapToDouble(GaugeSnapshot.GaugeDataPointSnapshot::getValue)
                .sum();
    }

    @Test
    void whoIsToLeaveIsCountedUntilHeHasLeft() {
        assertThat(told()).isZero();
        plan.addAll(List.of(order("a"), order("b")));
        assertThat(told()).isEqualTo(2);
        plan.removeFirst();
        assertThat(told()).isEqualTo(1);
        plan.clear();
        assertThat(told()).isZero();
    }
}
