package dev.tenure.model.metrics;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/// What pods and nodes use, as servers of metrics tell it.
///
/// @param at the moment
/// @param window over which it was measured, up to that moment
public record ResourceUsage(Instant at, Duration window, List<OfPod> pods, List<OfNode> nodes) {
    /// @param cpuMilli thousandths of a processor
    /// @param memoryBytes working set
    public record Amounts(long cpuMilli, long memoryBytes) {}

    /// @param cpuMilli thousandths of a processor; absent where nobody knows
    /// @param memoryBytes working set; absent where nobody knows
    public record OfContainer(String name, OptionalLong cpuMilli, OptionalLong memoryBytes) {}

    public record OfPod(String namespace, String name, Map<String, String> labels, List<OfContainer> containers) {
        public OfPod {
            containers = List.copyOf(containers);
        }
    }

    public record OfNode(String name, Map<String, String> labels, Amounts used) {}

    public ResourceUsage {
        pods = List.copyOf(pods);
        nodes = List.copyOf(nodes);
    }
}
