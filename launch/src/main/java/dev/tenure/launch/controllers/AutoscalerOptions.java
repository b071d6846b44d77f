package dev.tenure.launch.controllers;

import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.DurationConverter;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.controllers.podautoscaler.AutoscalerSettings;
import java.time.Duration;
import picocli.CommandLine.Option;

/// The flags of HorizontalPodAutoscalers, with upstream's names and defaults.
final class AutoscalerOptions {
    @Option(
            names = "--horizontal-pod-autoscaler-sync-period",
            paramLabel = "DURATION",
            defaultValue = "15s",
            converter = DurationConverter.class,
            description = "How often each HorizontalPodAutoscaler is looked at (default: ${DEFAULT-VALUE}).")
    private Duration syncPeriod = Duration.ofSeconds(15);

    @Option(
            names = "--horizontal-pod-autoscaler-downscale-stabilization",
            paramLabel = "DURATION",
            defaultValue = "5m0s",
            converter = DurationConverter.class,
            description =
                    "For how long nothing is scaled down below what was found right" + " (default: ${DEFAULT-VALUE}).")
    private Duration downscaleStabilization = Duration.ofMinutes(5);

    @Option(
            names = "--horizontal-pod-autoscaler-tolerance",
            paramLabel = "FRACTION",
            defaultValue = "0.1",
            description = "How far usage may be off its target before anything is scaled (default: ${DEFAULT-VALUE}).")
    private double tolerance = 0.1;

    @Option(
            names = "--horizontal-pod-autoscaler-cpu-initialization-period",
            paramLabel = "DURATION",
            defaultValue = "5m0s",
            converter = DurationConverter.class,
            description = "For how long after its start a pod's processor time may be left out"
                    + " (default: ${DEFAULT-VALUE}).")
    private Duration cpuInitializationPeriod = Duration.ofMinutes(5);

    @Option(
            names = "--horizontal-pod-autoscaler-initial-readiness-delay",
            paramLabel = "DURATION",
            defaultValue = "30s",
            converter = DurationConverter.class,
            description = "For how long after its start a change of a pod's readiness counts as the first one"
                    + " (default: ${DEFAULT-VALUE}).")
    private Duration initialReadinessDelay = Duration.ofSeconds(30);

    @Option(
            names = "--concurrent-horizontal-pod-autoscaler-syncs",
            paramLabel = "NUMBER",
            defaultValue = "5",
            description = "How many HorizontalPodAutoscalers are looked at at once (default: ${DEFAULT-VALUE}).")
    private int syncsMax = 5;

    /// @throws CommandFailure when a value makes no sense
    void check() {
        if (syncPeriod.isZero()) {
            throw new CommandFailure(ExitCode.USAGE, "--horizontal-pod-autoscaler-sync-period must be longer than 0s");
        }
        // written so that NaN is refused as well
        if (!(tolerance >= 0 && tolerance < Double.POSITIVE_INFINITY)) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    "--horizontal-pod-autoscaler-tolerance is no share of the target: for 10 % write 0.1");
        }
        if (syncsMax < 1) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    "--concurrent-horizontal-pod-autoscaler-syncs must be greater than 0, but got %d"
                            .formatted(syncsMax));
        }
    }

    AutoscalerSettings settings() {
        return new AutoscalerSettings(
                syncPeriod,
                downscaleStabilization,
                tolerance,
                cpuInitializationPeriod,
                initialReadinessDelay,
                syncsMax);
    }
}
