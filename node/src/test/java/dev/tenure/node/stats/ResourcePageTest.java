package dev.tenure.node.stats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.kubelet.stats.NodeUse;
import dev.tenure.kubelet.stats.NodeUse.ContainerUse;
import dev.tenure.kubelet.stats.NodeUse.PodUse;
import dev.tenure.kubelet.stats.ResourceUse;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/// Held against what upstream's collector of 1.36.3 wrote of the same numbers.
final class ResourcePageTest {
    private static final Instant NOW = Instant.ofEpochSecond(1_624_396_278L, 302_091_597L);
    private static final OptionalLong NONE = OptionalLong.empty();

    /// Recorded.
    private static final String WHOLE = """
            # HELP container_cpu_usage_seconds_total [STABLE] Cumulative cpu time consumed by the container in core-seconds
            # TYPE container_cpu_usage_seconds_total counter
            container_cpu_usage_seconds_total{container="app",namespace="z",pod="b"} 1 1624396278302
            container_cpu_usage_seconds_total{container="web",namespace="a",pod="c"} 5.2e-08 1624396278302
            container_cpu_usage_seconds_total{container="web",namespace="z",pod="b"} 3e-05 1624396278302
            # HELP container_memory_working_set_bytes [STABLE] Current working set of the container in bytes
            # TYPE container_memory_working_set_bytes gauge
            container_memory_working_set_bytes{container="app",namespace="z",pod="b"} 1e+06 1624396278302
            container_memory_working_set_bytes{container="web",namespace="a",pod="c"} 0 1624396278302
            container_memory_working_set_bytes{container="web",namespace="z",pod="b"} 999999 1624396278302
            # HELP container_start_time_seconds [STABLE] Start time of the container since unix epoch in seconds
            # TYPE container_start_time_seconds gauge
            container_start_time_seconds{container="app",namespace="z",pod="b"} 1.624396001e+09
            container_start_time_seconds{container="web",namespace="z",pod="b"} 1.6243960001234567e+09
            # HELP container_swap_limit_bytes [ALPHA] Current amount of the container swap limit in bytes. Reported only on non-windows systems
            # TYPE container_swap_limit_bytes gauge
            container_swap_limit_bytes{container="app",namespace="z",pod="b"} 4096 1624396278302
            container_swap_limit_bytes{container="web",namespace="a",pod="c"} 4096 1624396278302
            container_swap_limit_bytes{container="web",namespace="z",pod="b"} 4096 1624396278302
            # HELP container_swap_usage_bytes [ALPHA] Current amount of the container swap usage in bytes. Reported only on non-windows systems
            # TYPE container_swap_usage_bytes gauge
            container_swap_usage_bytes{container="app",namespace="z",pod="b"} 4096 1624396278302
            container_swap_usage_bytes{container="web",namespace="a",pod="c"} 4096 1624396278302
            container_swap_usage_bytes{container="web",namespace="z",pod="b"} 4096 1624396278302
            # HELP node_cpu_usage_seconds_total [STABLE] Cumulative cpu time consumed by the node in core-seconds
            # TYPE node_cpu_usage_seconds_total counter
            node_cpu_usage_seconds_total 1.234567891234567e+06 1624396278302
            # HELP node_memory_working_set_bytes [STABLE] Current working set of the node in bytes
            # TYPE node_memory_working_set_bytes gauge
            node_memory_working_set_bytes 1.7539272704e+10 1624396278302
            # HELP node_swap_usage_bytes [ALPHA] Current swap usage of the node in bytes. Reported only on non-windows systems
            # TYPE node_swap_usage_bytes gauge
            node_swap_usage_bytes 0 1624396278302
            # HELP pod_cpu_usage_seconds_total [STABLE] Cumulative cpu time consumed by the pod in core-seconds
            # TYPE pod_cpu_usage_seconds_total counter
            pod_cpu_usage_seconds_total{namespace="a",pod="c"} 0 1624396278302
            pod_cpu_usage_seconds_total{namespace="z",pod="b"} 0.000123456 1624396278302
            # HELP pod_memory_working_set_bytes [STABLE] Current working set of the pod in bytes
            # TYPE pod_memory_working_set_bytes gauge
            pod_memory_working_set_bytes{namespace="a",pod="c"} 1 1624396278302
            pod_memory_working_set_bytes{namespace="z",pod="b"} 1.23456789e+08 1624396278302
            # HELP pod_swap_usage_bytes [ALPHA] Current amount of the pod swap usage in bytes. Reported only on non-windows systems
            # TYPE pod_swap_usage_bytes gauge
            pod_swap_usage_bytes{namespace="z",pod="b"} 8192 1624396278302
            # HELP resource_scrape_error [STABLE] 1 if there was an error while getting container metrics, 0 otherwise
            # TYPE resource_scrape_error gauge
            resource_scrape_error 0
            """;

    private static final String FAILED = """
            # HELP resource_scrape_error [STABLE] 1 if there was an error while getting container metrics, 0 otherwise
            # TYPE resource_scrape_error gauge
            resource_scrape_error 1
            """;

    private static ResourceUse use(long cpuNanos, long memoryBytes, OptionalLong swapBytes, OptionalLong swapLimit) {
        return new ResourceUse(
                NOW, OptionalLong.of(cpuNanos), NONE, OptionalLong.of(memoryBytes), swapBytes, swapLimit);
    }

    private static ContainerUse container(String name, Instant began, long cpuNanos, long memoryBytes) {
        OptionalLong swap = OptionalLong.of(4096);
        return new ContainerUse(name, began, Optional.of(use(cpuNanos, memoryBytes, swap, swap)));
    }

    @Test
    void itIsWrittenAsByAKubelet() {
        var b = new PodUse(
                "u",
                "z",
                "b",
                Optional.of(use(123_456, 123_456_789, OptionalLong.of(8192), NONE)),
                List.of(
                        container("web", Instant.ofEpochSecond(1_624_396_000L, 123_456_789L), 30_000, 999_999),
                        container("app", Instant.ofEpochSecond(1_624_396_001L), 1_000_000_000, 1_000_000)));
        var c = new PodUse(
                "u", "a", "c", Optional.of(use(0, 1, NONE, NONE)), List.of(container("web", Instant.EPOCH, 52, 0)));
        var node = use(1_234_567_891_234_567L, 17_539_272_704L, OptionalLong.of(0), NONE);
        assertThat(ResourcePage.of(new NodeUse(node, List.of(b, c)))).isEqualTo(WHOLE);
    }

    @Test
    void whatWasNotMeasuredIsMissing() {
        var node = new ResourceUse(NOW, NONE, NONE, NONE, NONE, NONE);
        var unknown = new PodUse(
                "u", "a", "b", Optional.empty(), List.of(new ContainerUse("c", Instant.EPOCH, Optional.empty())));
        assertThat(ResourcePage.of(new NodeUse(node, List.of(unknown))))
                .isEqualTo(FAILED.replace("error 1", "error 0"));
    }

    @Test
    void aLookThatFailedSaysNothingElse() {
        assertThat(ResourcePage.failed()).isEqualTo(FAILED);
    }
}
