package dev.tenure.plan.forecast;

import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.wire.json.JsonNode;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/// What a forecast takes for granted. Immutable.
///
/// @param horizon how far it looks at most
/// @param start how long containers take to start; absent: 5 s, and at once on nodes that Tenure or kwok
///     plays
/// @param stop how long containers take to stop, at most their grace period
/// @param semantics absent: as the cluster's controllers seem to be
/// @param monitor how silence of nodes is found out
/// @param components how the other components are set up
public record ForecastOptions(
        Duration horizon,
        Optional<Duration> start,
        Duration stop,
        Optional<Semantics> semantics,
        Monitor monitor,
        Components components,
        long seed) {
    /// How long containers usually take to start.
    public static final Duration USUAL_START = Duration.ofSeconds(5);

    /// Flags of the controller of nodes.
    ///
    /// @param grace `--node-monitor-grace-period`
    /// @param period `--node-monitor-period`
    /// @param rate `--node-eviction-rate`, nodes a second
    /// @param secondaryRate `--secondary-node-eviction-rate`
    /// @param unhealthyThreshold `--unhealthy-zone-threshold`
    /// @param largeCluster `--large-cluster-size-threshold`
    public record Monitor(
            Duration grace,
            Duration period,
            float rate,
            float secondaryRate,
            float unhealthyThreshold,
            int largeCluster) {
        public static final Monitor STANDARD =
                new Monitor(Duration.ofSeconds(50), Duration.ofSeconds(5), 0.1f, 0.01f, 0.55f, 50);
    }

    /// Scheduler, API server and kubelets.
    ///
    /// @param scheduler a KubeSchedulerConfiguration that is valid; absent: the defaults
    /// @param notReadySeconds `--default-not-ready-toleration-seconds`, for pods that are made meanwhile
    /// @param unreachableSeconds `--default-unreachable-toleration-seconds`, likewise
    /// @param kubelet a KubeletConfiguration that is valid, of all nodes; absent: the defaults
    public record Components(
            Optional<JsonNode> scheduler, long notReadySeconds, long unreachableSeconds, Optional<JsonNode> kubelet) {
        private static final long USUAL_SECONDS = 300;

        public static final Components STANDARD =
                new Components(Optional.empty(), USUAL_SECONDS, USUAL_SECONDS, Optional.empty());

        public Components withScheduler(JsonNode other) {
            return new Components(Optional.of(other), notReadySeconds, unreachableSeconds, kubelet);
        }

        public Components withNotReadySeconds(long other) {
            return new Components(scheduler, other, unreachableSeconds, kubelet);
        }

        public Components withUnreachableSeconds(long other) {
            return new Components(scheduler, notReadySeconds, other, kubelet);
        }

        public Components withKubelet(JsonNode other) {
            return new Components(scheduler, notReadySeconds, unreachableSeconds, Optional.of(other));
        }
    }

    public static final ForecastOptions STANDARD = new ForecastOptions(
            Duration.ofHours(1),
            Optional.empty(),
            Duration.ZERO,
            Optional.empty(),
            Monitor.STANDARD,
            Components.STANDARD,
            1);

    /// @param word the value of the flag `--semantics`
    /// @throws IllegalArgumentException when it is none
    public ForecastOptions withSemantics(String word) {
        return withSemantics(Semantics.of(word)
                .orElseThrow(() -> new IllegalArgumentException("semantics: \"%s\" is not one of %s"
                        .formatted(
                                word,
                                Arrays.stream(Semantics.values())
                                        .map(Semantics::word)
                                        .collect(Collectors.joining(", "))))));
    }

    public ForecastOptions withSemantics(Semantics other) {
        return new ForecastOptions(horizon, start, stop, Optional.of(other), monitor, components, seed);
    }

    public ForecastOptions withStart(Duration other) {
        return new ForecastOptions(horizon, Optional.of(other), stop, semantics, monitor, components, seed);
    }

    public ForecastOptions withStop(Duration other) {
        return new ForecastOptions(horizon, start, other, semantics, monitor, components, seed);
    }

    public ForecastOptions withHorizon(Duration other) {
        return new ForecastOptions(other, start, stop, semantics, monitor, components, seed);
    }

    public ForecastOptions withMonitor(Monitor other) {
        return new ForecastOptions(horizon, start, stop, semantics, other, components, seed);
    }

    public ForecastOptions withComponents(Components other) {
        return new ForecastOptions(horizon, start, stop, semantics, monitor, other, seed);
    }

    public ForecastOptions withSeed(long other) {
        return new ForecastOptions(horizon, start, stop, semantics, monitor, components, other);
    }
}
