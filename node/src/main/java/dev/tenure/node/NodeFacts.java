package dev.tenure.node;

import dev.tenure.model.core.ResourceList;
import dev.tenure.model.core.Taint;
import dev.tenure.model.meta.Frozen;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// What the node says of itself and how often.
///
/// @param address its own, as pods and the API server reach it
/// @param port of the agent's server
/// @param taints put on the node when it registers
/// @param labels put on the node when it registers
public record NodeFacts(
        String name,
        String address,
        int port,
        ResourceList capacity,
        ResourceList allocatable,
        Machine machine,
        List<Taint> taints,
        Map<String, String> labels,
        Timing timing) {
    /// Times of reports.
    ///
    /// @param status how often the status is worked out
    /// @param report how often an unchanged status is sent
    /// @param lease for how long one renewal of the lease holds; it is renewed four times as often
    public record Timing(Duration status, Duration report, Duration lease) {}

    /// What the machine is.
    ///
    /// @param runtime for example `containerd://1.6.20`
    public record Machine(
            String machineId,
            String systemUuid,
            String bootId,
            String kernel,
            String image,
            String architecture,
            String runtime) {}

    public NodeFacts {
        taints = List.copyOf(taints);
        labels = Frozen.map(labels);
    }
}
