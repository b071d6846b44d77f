package dev.tenure.cli.command.plan;

import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.plan.change.Change;
import dev.tenure.plan.change.ChangeException;
import dev.tenure.plan.compare.Comparison;
import dev.tenure.plan.compare.Configuration;
import dev.tenure.plan.forecast.ForecastOptions;
import dev.tenure.plan.source.ClusterDump;
import dev.tenure.plan.source.DumpException;
import dev.tenure.plan.trace.Replay;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.PicocliException;

/// `tenure compare`.
@Command(
        name = "compare",
        exitCodeOnInvalidInput = ExitCode.FAILED,
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "What a change, or nothing, would do to one cluster under two configurations, and where that differs: pods"
                    + " that leave, when, where their replacements go, what stays pending, budgets and services.",
            "Of a trace (--from TRACE) all that happened in it happens under both.",
            "A configuration is a KubeSchedulerConfiguration, a KubeletConfiguration of all nodes, flags of the node"
                    + " controller, of default tolerations and of the kubelets' eviction, or several of these."
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
            "  tenure compare --change 'lose zone zone-a' --b node-monitor-grace-period=20s",
            "  tenure compare --from cluster.tenure --b 'eviction-hard=memory.available<1Gi'",
            "  tenure compare --from cluster.tenure --change 'drain node-1' --a old.yaml --b new.yaml -o markdown"
        })
public final class CompareCommand implements Callable<Integer> {
    @Option(
            names = "--change",
            paramLabel = "WORDS",
            description = "The words of `tenure plan`, for example 'drain node-1' (default: nothing changes).")
    private String words = "forecast";

    @Option(
            names = "--a",
            paramLabel = "FILE|FLAG=VALUE",
            description = "The first configuration (default: as usual): a file with a KubeSchedulerConfiguration, a"
                    + " KubeletConfiguration or flags as `node-eviction-rate: 0.2`, or several as documents; or one"
                    + " flag. May be repeated.")
    private List<String> first = List.of();

    @Option(
            names = "--b",
            required = true,
            paramLabel = "FILE|FLAG=VALUE",
            description = "The second configuration, likewise.")
    private List<String> second = List.of();

    @Mixin
    private PlanOptions options = new PlanOptions();

    @Override
    public Integer call() {
        options.requireNoOut();
        try {
            Change change = StepsFile.change(words, options);
            Optional<Path> trace = options.input().trace();
            return trace.isPresent() ? ofTrace(trace.get(), change) : ofCluster(change);
        } catch (DumpException | ChangeException | PicocliException | IllegalArgumentException e) {
            throw new CommandFailure(ExitCode.FAILED, String.valueOf(e.getMessage()));
        }
    }

    private int ofTrace(Path trace, Change change) {
        Replay replay =
                options.replay(trace, usual -> side(change, first, usual), usual -> side(change, second, usual));
        Comparison comparison = replay.comparison();
        return options.printed(PlanPrinter.of(replay, options.format()), comparison.b(), comparison.differs());
    }

    private static Replay.Side side(Change change, List<String> given, ForecastOptions usual) {
        return new Replay.Side(change, Duration.ZERO, ConfigurationFiles.read(given, usual));
    }

    private int ofCluster(Change change) {
        options.requireInTime(change);
        ClusterDump dump = options.dump(false);
        Configuration a = ConfigurationFiles.read(first, options.assumptions().of(dump));
        Configuration b = ConfigurationFiles.read(second, options.assumptions().of(dump));
        Comparison comparison;
        try (var _ = options.progress(LookAhead.DOING)) {
            comparison = Comparison.of(dump, change, a, b);
        }
        return options.printed(PlanPrinter.of(comparison, options.format()), comparison.b(), comparison.differs());
    }
}
