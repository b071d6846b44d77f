package dev.tenure.cli.command.plan;

import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.DurationConverter;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.plan.change.Change;
import dev.tenure.plan.change.ChangeException;
import dev.tenure.plan.compare.Comparison;
import dev.tenure.plan.compare.Configuration;
import dev.tenure.plan.forecast.ForecastOptions;
import dev.tenure.plan.metrics.Metrics;
import dev.tenure.plan.metrics.MetricsException;
import dev.tenure.plan.metrics.MetricsFile;
import dev.tenure.plan.metrics.PressureReplay;
import dev.tenure.plan.metrics.PressureReplayDocument;
import dev.tenure.plan.source.ClusterDump;
import dev.tenure.plan.source.DumpException;
import dev.tenure.plan.trace.ClusterTrace;
import dev.tenure.plan.trace.Replay;
import dev.tenure.plan.trace.TraceException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.PicocliException;

/// `tenure replay`.
@Command(
        name = "replay",
        exitCodeOnInvalidInput = ExitCode.FAILED,
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Play a trace of `tenure record` again on virtual time, as it was (A) and with a change or another"
                    + " configuration (B), and tell the difference: who left, when, what stays pending, budgets.",
            "Both sides are told what people did and what befell the nodes; what controllers, scheduler and nodes make"
                    + " of it happens anew. Without a change, what was recorded is held against its replay."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            PlanOptions.CODE_ALIKE,
            PlanOptions.CODE_NO_ANSWER,
            PlanOptions.CODE_DIFFERENT,
            PlanOptions.CODE_NAMED_UNDER_B
        },
        footer = {
            "",
            "Examples:",
            "  tenure replay monday.trace",
            "  tenure replay monday.trace --change 'drain node-1' --at 2h",
            "  tenure replay monday.trace --b node-monitor-grace-period=20s -o html > difference.html",
            "  tenure replay --metrics day.json --from cluster.tenure --b 'eviction-hard=memory.available<1Gi'"
        })
public final class ReplayCommand implements Callable<Integer> {
    private static final String UNCHANGED = "forecast";

    @Parameters(arity = "0..1", paramLabel = "TRACE", description = "What `tenure record` wrote.")
    private @Nullable Path file;

    @Option(
            names = "--metrics",
            paramLabel = "FILE",
            description =
                    "Instead of a trace, or of its nodes and pods: memory over time, as Prometheus answers a range"
                            + " query or as CSV with the columns time,node,pod,container,metric,value. Told is whom the kubelet"
                            + " would evict, whom the kernel would kill first, and what MemAvailable and PSI would have said."
                            + " --a and --b take eviction thresholds, --from the cluster. May be repeated.")
    private List<Path> metrics = List.of();

    @Option(
            names = "--psi",
            paramLabel = "SHARE",
            defaultValue = "0.1",
            description =
                    "From which share of 10 s in which something waits for memory on, for 30 s on end, PSI counts as"
                            + " short (default: ${DEFAULT-VALUE}).")
    private double stallShare = PressureReplay.Stall.STANDARD.share();

    @Option(
            names = "--change",
            paramLabel = "WORDS",
            description = "The words of `tenure plan`, for example 'drain node-1', made under B (default: none).")
    private String words = UNCHANGED;

    @Option(
            names = "--at",
            paramLabel = "DURATION",
            defaultValue = "0s",
            converter = DurationConverter.class,
            description = "When the change is made, after the beginning of the trace (default: ${DEFAULT-VALUE}).")
    private Duration at = Duration.ZERO;

    @Option(
            names = "--a",
            paramLabel = "FILE|FLAG=VALUE",
            description = "The configuration of A, as for `tenure compare` (default: as usual). May be repeated.")
    private List<String> first = List.of();

    @Option(
            names = "--b",
            paramLabel = "FILE|FLAG=VALUE",
            description = "The configuration of B, likewise (default: that of A).")
    private List<String> second = List.of();

    @Mixin
    private PlanOptions options = new PlanOptions();

    @Override
    public Integer call() {
        options.requireNoOut();
        try {
            return metrics.isEmpty() ? ofTrace() : ofMetrics();
        } catch (MetricsException
                | TraceException
                | DumpException
                | ChangeException
                | PicocliException
                | IllegalArgumentException e) {
            throw new CommandFailure(ExitCode.FAILED, String.valueOf(e.getMessage()));
        }
    }

    private int ofTrace() {
        if (file == null) {
            throw new CommandFailure(ExitCode.USAGE, "missing: a trace, or metrics with --metrics FILE");
        }
        if (options.input().isNamed()) {
            throw new CommandFailure(ExitCode.USAGE, "replay plays a trace: it takes no other cluster");
        }
        options.input().isOfTrace();
        Replay replay = options.replay(file, this::first, this::second);
        Comparison comparison = replay.comparison();
        boolean differs = isPlain() ? !replay.fidelity().isSame() : comparison.differs();
        return options.printed(PlanPrinter.of(replay, options.format()), comparison.b(), differs);
    }

    /// Holds metrics against eviction thresholds, those of two configurations if a second one is given.
    private int ofMetrics() {
        Metrics read = MetricsFile.read(metrics);
        Optional<ClusterDump> cluster = cluster();
        ForecastOptions usual = options.assumptions().ofNone();
        var sides = new ArrayList<PressureReplayDocument.Side>();
        sides.add(side("a", read, cluster, first(usual).configuration()));
        if (!isPlain()) {
            sides.add(side("b", read, cluster, second(usual).configuration()));
        }
        return options.printed(
                PlanPrinter.of(sides, options.format()),
                sides.getLast().replay().hasEffects());
    }

    private Optional<ClusterDump> cluster() {
        if (file != null) {
            return Optional.of(ClusterTrace.read(file).base());
        }
        return options.input().isNamed() ? Optional.of(options.dump(false)) : Optional.empty();
    }

    private PressureReplayDocument.Side side(
            String name, Metrics read, Optional<ClusterDump> cluster, Configuration given) {
        return new PressureReplayDocument.Side(
                name, given.settings(), PressureReplay.of(read, cluster, given, stall()));
    }

    /// @throws CommandFailure when the share is none
    private PressureReplay.Stall stall() {
        // written so that NaN is refused as well
        if (!(stallShare > 0 && stallShare <= 1)) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    "--psi is \"%s\": expected is a share of time, more than 0 and at most 1".formatted(stallShare));
        }
        return new PressureReplay.Stall(stallShare, PressureReplay.Stall.STANDARD.lasting());
    }

    /// Whether both sides are the same, so that only what was recorded can differ.
    private boolean isPlain() {
        return second.isEmpty() && words.equals(UNCHANGED);
    }

    private Replay.Side first(ForecastOptions usual) {
        return new Replay.Side(new Change.Nothing(), Duration.ZERO, ConfigurationFiles.read(first, usual));
    }

    private Replay.Side second(ForecastOptions usual) {
        Configuration configuration = ConfigurationFiles.read(second.isEmpty() ? first : second, usual);
        return new Replay.Side(StepsFile.change(words, options), at, configuration);
    }
}
