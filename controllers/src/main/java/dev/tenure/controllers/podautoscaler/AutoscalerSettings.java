package dev.tenure.controllers.podautoscaler;

import java.time.Duration;

/// What all autoscalers have in common. Upstream: podautoscaler/config (HPAControllerConfiguration).
///
/// @param syncPeriod how long between two looks at an autoscaler
/// @param downscaleStabilization how long the highest recommendation holds where an autoscaler does not say
///     it itself
/// @param tolerance how far usage may be off before anything is scaled, as a share of the target
/// @param cpuInitializationPeriod how long after the start of a pod its processor time may be left out
/// @param initialReadinessDelay for how long after the start of a pod a change of its readiness counts as the
///     first one
/// @param syncsMax how many autoscalers are looked at at once
public record AutoscalerSettings(
        Duration syncPeriod,
        Duration downscaleStabilization,
        double tolerance,
        Duration cpuInitializationPeriod,
        Duration initialReadinessDelay,
        int syncsMax) {
    /// Upstream's defaults.
    public static final AutoscalerSettings STANDARD = new AutoscalerSettings(
            Duration.ofSeconds(15), Duration.ofMinutes(5), 0.1, Duration.ofMinutes(5), Duration.ofSeconds(30), 5);
}
