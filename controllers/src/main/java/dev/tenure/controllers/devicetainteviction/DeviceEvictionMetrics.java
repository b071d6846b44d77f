package dev.tenure.controllers.devicetainteviction;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;

/// What is counted of evictions because of devices, under upstream's names. Upstream:
/// devicetainteviction/metrics/metrics.go.
public final class DeviceEvictionMetrics {
    private static final double[] BUCKETS = {0.005, 0.025, 0.1, 0.5, 1, 2.5, 10, 30, 60, 120, 180, 240};
    private static final double NANOS_PER_SECOND = 1e9;

    private final Counter deletions;
    private final Histogram lateness;

    public DeviceEvictionMetrics(PrometheusRegistry registry) {
        deletions = Counter.builder()
                .name("device_taint_eviction_controller_pod_deletions_total")
                .help("Pods deleted because of NoExecute taints of devices that they used.")
                .withoutExemplars()
                .register(registry);
        lateness = Histogram.builder()
                .name("device_taint_eviction_controller_pod_deletion_duration_seconds")
                .help("Seconds from the moment at which a pod had to go because of a device until it was deleted.")
                .classicOnly()
                .withoutExemplars()
                .classicUpperBounds(BUCKETS)
                .register(registry);
    }

    /// @param late how long after its deadline the pod was deleted
    void evicted(Duration late) {
        deletions.inc();
        lateness.observe(late.toSeconds() + late.toNanosPart() / NANOS_PER_SECOND);
    }
}
