package dev.tenure.cli.command.plan;

import dev.tenure.cli.command.DurationConverter;
import dev.tenure.plan.change.Change;
import dev.tenure.plan.compare.Configuration;
import dev.tenure.plan.forecast.ForecastOptions;
import dev.tenure.plan.trace.Replay;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `tenure replay`.
@Command(
        name = "replay",
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
            "0:nothing differs but by ties, or --exit-zero",
            "1:it cannot be told",
            "2:something differs; also: the command line is wrong",
            "3:something that --fail-on names would happen under B"
        },
        footer = {
            "",
            "Examples:",
            "  tenure replay monday.trace",
            "  tenure replay monday.trace --change 'drain node-1' --at 2h",
            "  tenure replay monday.trace --b node-monitor-grace-period=20s -o html > difference.html"
        })
public final class ReplayCommand implements Callable<Integer> {
    @Parameters(arity = "1", paramLabel = "TRACE", description = "What `tenure record` wrote.")
    private Path file = Path.of("");

    @Mixin
    private PlanOptions options = new PlanOptions();

    @Option(
            names = "--change",
            paramLabel = "WORDS",
            description = "The words of `tenure plan`, for example 'drain node-1', made under B (default: none).")
    private String words = "forecast";

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

    @Override
    public Integer call() {
        return options.replay(this);
    }

    Path file() {
        return file;
    }

    /// Whether both sides are the same, so that only what was recorded can differ.
    boolean isPlain() {
        return second.isEmpty() && words.equals("forecast");
    }

    /// @throws IllegalArgumentException when a file or a flag is not valid
    Replay.Side first(ForecastOptions usual) {
        return new Replay.Side(new Change.Nothing(), Duration.ZERO, ConfigurationFiles.read(first, usual));
    }

    /// @throws IllegalArgumentException when a file or a flag is not valid, or the words make no change
    Replay.Side second(ForecastOptions usual) {
        Configuration configuration = ConfigurationFiles.read(second.isEmpty() ? first : second, usual);
        return new Replay.Side(StepsFile.change(words, options), at, configuration);
    }
}
