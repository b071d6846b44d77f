package dev.tenure.controllers.workload;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;

/// What a controller counts that deletes pods at deadlines, under upstream's names. Upstream:
/// metrics/metrics.go of tainteviction and devicetainteviction.
public final class EvictionMetrics {
    private static final double[] BUCKETS = {0.005, 0.025, 0.1, 0.5, 1, 2.5, 10, 30, 60, 120, 180, 240};
    private static final double NANOS_PER_SECOND = 1e9;

    private final Counter deletions;
    private final Histogram lateness;

    private EvictionMetrics(PrometheusRegistry registry, String prefix, String cause) {
        deletions = Counter.builder()
                .name(prefix + "_pod_deletions_total")
                .help("Pods deleted because of NoExecute taints of %s.".formatted(cause))
                .withoutExemplars()
                .register(registry);
        lateness = Histogram.builder()
                .name(prefix + "_pod_deletion_duration_seconds")
                .help("Seconds from the moment at which a pod had to go, because of taints of %s, until it was deleted."
                        .formatted(cause))
                .classicOnly()
                .withoutExemplars()
                .classicUpperBounds(BUCKETS)
                .register(registry);
    }

    /// Of pods that leave because of their node.
    public static EvictionMetrics ofNodes(PrometheusRegistry registry) {
        return new EvictionMetrics(registry, "taint_eviction_controller", "nodes");
    }

    /// Of pods that leave because of devices that they use.
    public static EvictionMetrics ofDevices(PrometheusRegistry registry) {
        return new EvictionMetrics(registry, "device_taint_eviction_controller", "devices");
    }

    /// @param late how long after its deadline the pod was deleted
    public void evicted(Duration late) {
        deletions.inc();
        lateness.observe(late.toSeconds() + late.toNanosPart() / NANOS_PER_SECOND);
    }
}
