package dev.tenure.launch.controllers;

import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.DurationConverter;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.controllers.legacytokencleaner.LegacyTokenLoop;
import dev.tenure.controllers.nodelifecycle.NodeLifecycleLoop;
import dev.tenure.controllers.nodelifecycle.zone.ZoneHealthRule;
import dev.tenure.controllers.podautoscaler.AutoscalerSettings;
import dev.tenure.controllers.podgc.PodGarbageLoop;
import dev.tenure.controllers.tainteviction.stay.Semantics;
import java.math.BigDecimal;
import java.time.Duration;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// The flags of node health, eviction, pods that have ended and HorizontalPodAutoscalers, with upstream's
/// names and defaults.
public final class LifecycleOptions {
    @Option(
            names = "--node-monitor-period",
            paramLabel = "DURATION",
            defaultValue = "5s",
            converter = DurationConverter.class,
            description = "How often node health is looked at (default: ${DEFAULT-VALUE}).")
    Duration monitorPeriod = Duration.ofSeconds(5);

    @Option(
            names = "--node-monitor-grace-period",
            paramLabel = "DURATION",
            defaultValue = "50s",
            converter = DurationConverter.class,
            description =
                    "How long a running node may be silent before it counts as unhealthy (default: ${DEFAULT-VALUE}).")
    Duration monitorGracePeriod = Duration.ofSeconds(50);

    @Option(
            names = "--node-startup-grace-period",
            paramLabel = "DURATION",
            defaultValue = "1m0s",
            converter = DurationConverter.class,
            description = "How long a starting node may be silent (default: ${DEFAULT-VALUE}).")
    Duration startupGracePeriod = Duration.ofMinutes(1);

    @Option(
            names = "--node-eviction-rate",
            paramLabel = "NODES/S",
            defaultValue = "0.1",
            description = "Nodes per second tainted NoExecute in a healthy zone (default: ${DEFAULT-VALUE}).")
    float evictionRate = 0.1f;

    @Option(
            names = "--secondary-node-eviction-rate",
            paramLabel = "NODES/S",
            defaultValue = "0.01",
            description = "The rate in an unhealthy zone that is large (default: ${DEFAULT-VALUE}).")
    float secondaryEvictionRate = 0.01f;

    @Option(
            names = "--large-cluster-size-threshold",
            paramLabel = "NODES",
            defaultValue = "50",
            description = "A zone with more nodes than this is large (default: ${DEFAULT-VALUE}).")
    int largeZoneThreshold = 50;

    @Option(
            names = "--unhealthy-zone-threshold",
            paramLabel = "FRACTION",
            defaultValue = "0.55",
            description = "The share of unhealthy nodes from which a zone is unhealthy (default: ${DEFAULT-VALUE}).")
    float unhealthyZoneThreshold = 0.55f;

    @Option(
            names = "--terminated-pod-gc-threshold",
            paramLabel = "PODS",
            defaultValue = "12500",
            description = "How many pods that have ended may stay; beyond that the oldest are deleted, and none with 0"
                    + " or less (default: ${DEFAULT-VALUE}).")
    private int terminatedPodsMax = PodGarbageLoop.TERMINATED_MAX;

    @Option(
            names = "--legacy-service-account-token-clean-up-period",
            paramLabel = "DURATION",
            defaultValue = "8760h0m0s",
            converter = DurationConverter.class,
            description = "How long a token that a Secret holds may be unused before it is refused, and refused before"
                    + " its Secret is deleted (default: ${DEFAULT-VALUE}).")
    private Duration unusedTokensFor = LegacyTokenLoop.PERIOD;

    @Mixin
    private AutoscalerOptions autoscaling = new AutoscalerOptions();

    /// @throws CommandFailure when a value makes no sense
    public void check() {
        autoscaling.check();
        if (monitorPeriod.isZero() || monitorGracePeriod.isZero()) {
            throw new CommandFailure(
                    ExitCode.USAGE, "--node-monitor-period and --node-monitor-grace-period must be longer than 0s");
        }
        if (unusedTokensFor.isZero()) {
            throw new CommandFailure(
                    ExitCode.USAGE, "--legacy-service-account-token-clean-up-period must be longer than 0s");
        }
        // written so that NaN is refused as well
        if (!(unhealthyZoneThreshold >= 0 && unhealthyZoneThreshold <= 1)) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    "--unhealthy-zone-threshold %s is not a fraction from 0 to 1: for 55 %% write 0.55"
                            .formatted(plain(unhealthyZoneThreshold)));
        }
        checkRate("--node-eviction-rate", evictionRate);
        checkRate("--secondary-node-eviction-rate", secondaryEvictionRate);
        if (largeZoneThreshold < 0) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    "--large-cluster-size-threshold %d is negative: it is a number of nodes"
                            .formatted(largeZoneThreshold));
        }
    }

    private static void checkRate(String option, float rate) {
        if (!(rate >= 0 && rate < Float.POSITIVE_INFINITY)) {
            throw new CommandFailure(
                    ExitCode.USAGE, "%s %s is no rate: nodes a second, 0 or more".formatted(option, plain(rate)));
        }
    }

    private static String plain(float value) {
        return Float.isFinite(value)
                ? new BigDecimal(Float.toString(value)).stripTrailingZeros().toPlainString()
                : String.valueOf(value);
    }

    /// How many pods that have ended may stay; 0 or less for all.
    public int terminatedPodsMax() {
        return terminatedPodsMax;
    }

    /// How long the token of a Secret may be unused.
    public Duration unusedTokensFor() {
        return unusedTokensFor;
    }

    /// What all HorizontalPodAutoscalers have in common.
    public AutoscalerSettings autoscaling() {
        return autoscaling.settings();
    }

    /// The settings of node lifecycle.
    public NodeLifecycleLoop.Configuration configuration(Semantics semantics) {
        return new NodeLifecycleLoop.Configuration(
                monitorPeriod,
                monitorGracePeriod,
                startupGracePeriod,
                new ZoneHealthRule.Settings(
                        evictionRate, secondaryEvictionRate, unhealthyZoneThreshold, largeZoneThreshold),
                semantics == Semantics.KUBERNETES_1_36);
    }
}
