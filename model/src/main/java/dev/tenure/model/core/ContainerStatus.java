package dev.tenure.model.core;

import java.time.Instant;
import java.util.Optional;

/// What is known of one container of a running pod.
///
/// @param started whether its startup probe has passed
/// @param allocatedResources what the node has set aside for it
/// @param resources what it runs with, if the node says so
public record ContainerStatus(
        String name,
        String image,
        String imageId,
        String containerId,
        boolean ready,
        boolean started,
        int restartCount,
        State state,
        ResourceList allocatedResources,
        Optional<ResourceRequirements> resources) {
    public sealed interface State {
        /// @param reason for example `ContainerCreating`; empty when none is known
        record Waiting(String reason) implements State {}

        record Running(Instant startedAt) implements State {}

        record Terminated(int exitCode, String reason, Instant startedAt, Instant finishedAt) implements State {}
    }
}
