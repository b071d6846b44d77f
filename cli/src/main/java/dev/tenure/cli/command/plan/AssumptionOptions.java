package dev.tenure.cli.command.plan;

import dev.tenure.cli.command.DurationConverter;
import dev.tenure.cli.command.SemanticsWords;
import dev.tenure.plan.compare.Configuration;
import dev.tenure.plan.forecast.ForecastOptions;
import dev.tenure.plan.source.ClusterDump;
import dev.tenure.plan.source.StatedSettings;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// What a forecast takes for granted, as far as the command line says it; what it leaves open is as the
/// cluster says, else as usual.
final class AssumptionOptions {
    @Option(
            names = "--for",
            paramLabel = "DURATION",
            defaultValue = "1h",
            converter = DurationConverter.class,
            description =
                    "How far to look at most, for example 30m or 6h (default: ${DEFAULT-VALUE}); it ends earlier once nothing more"
                            + " is coming.")
    private Duration horizon = ForecastOptions.STANDARD.horizon();

    @Option(
            names = "--start-time",
            paramLabel = "DURATION",
            converter = DurationConverter.class,
            description = "How long containers take to start (default: 5s; at once on simulated nodes).")
    private @Nullable Duration start;

    @Option(
            names = "--stop-time",
            paramLabel = "DURATION",
            converter = DurationConverter.class,
            description = "How long containers take to stop, at most their grace period (default: 0s).")
    private Duration stop = ForecastOptions.STANDARD.stop();

    @Option(
            names = "--node-monitor-grace-period",
            paramLabel = "DURATION",
            description =
                    "For how long a node may be silent before it counts as not ready: kube-controller-manager's flag in"
                            + " that cluster (default: as the cluster says, else 50s).")
    private String grace = "";

    @Option(
            names = "--node-eviction-rate",
            paramLabel = "RATE",
            description =
                    "How many nodes of a zone are tainted per second when they fall silent: kube-controller-manager's"
                            + " flag in that cluster (default: as the cluster says, else 0.1).")
    private String rate = "";

    @Option(
            names = "--with",
            paramLabel = "FILE|FLAG=VALUE",
            description = "How else the cluster is set up: another flag, a KubeSchedulerConfiguration or a"
                    + " KubeletConfiguration, as `tenure compare --b` takes them. May be repeated.")
    private List<String> configuration = List.of();

    @Option(
            names = "--semantics",
            paramLabel = "WHICH",
            completionCandidates = SemanticsWords.class,
            description =
                    "By whose rules tolerationSeconds are counted: documented (each taint from when the node got it,"
                            + " across restarts), or kubernetes-1.36 (as kube-controller-manager does). Default: as the cluster or"
                            + " the file says, else documented where the cluster is Tenure's, kubernetes-1.36 otherwise.")
    private String semantics = "";

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Another number lets chance choose otherwise among equally good nodes and pods (default: 1).")
    private long seed = ForecastOptions.STANDARD.seed();

    /// How far to look.
    Duration horizon() {
        return horizon;
    }

    /// @throws IllegalArgumentException when a value is none of its flag
    ForecastOptions of(ClusterDump dump) {
        return over(Configuration.stated(dump.stated()));
    }

    /// Where there is no cluster that could say anything.
    ///
    /// @throws IllegalArgumentException as above
    ForecastOptions ofNone() {
        return over(Configuration.stated(StatedSettings.NOTHING));
    }

    private ForecastOptions over(ForecastOptions stated) {
        ForecastOptions timed = stated.withHorizon(horizon).withStop(stop).withSeed(seed);
        Configuration all = Configuration.of(start == null ? timed : timed.withStart(start));
        all = grace.isEmpty() ? all : all.with("node-monitor-grace-period", grace);
        all = rate.isEmpty() ? all : all.with("node-eviction-rate", rate);
        ForecastOptions told =
                ConfigurationFiles.read(configuration, all.options()).options();
        return semantics.isEmpty() ? told : told.withSemantics(semantics);
    }
}
