package dev.tenure.cli.command.plan;

import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.DurationConverter;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.plan.source.ClusterDump;
import dev.tenure.plan.source.DumpException;
import dev.tenure.plan.timeline.Timeline;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `tenure timeline`.
@Command(
        name = "timeline",
        exitCodeOnInvalidInput = ExitCode.FAILED,
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Which pods of a cluster left, when and why, and which are about to although nobody changes anything.",
            "The past is what events, conditions and marks of deletion tell; what is coming is a forecast."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:nothing is coming, or --exit-zero",
            "1:no answer can be given, or the command line is wrong",
            "2:something is coming",
            "3:something that --fail-on names is coming"
        })
public final class TimelineCommand implements Callable<Integer> {
    @Option(
            names = "--since",
            paramLabel = "DURATION",
            defaultValue = "24h",
            converter = DurationConverter.class,
            description = "How far to look back at most (default: ${DEFAULT-VALUE}).")
    private Duration back = Duration.ofHours(24);

    @Mixin
    private PlanOptions options = new PlanOptions();

    @Override
    public Integer call() {
        options.requireNoOut();
        Timeline timeline;
        try {
            ClusterDump dump = options.dump(true);
            try (var _ = options.progress(LookAhead.DOING)) {
                timeline = Timeline.of(dump, back, options.assumptions().of(dump));
            }
        } catch (DumpException | IllegalArgumentException e) {
            throw new CommandFailure(ExitCode.FAILED, String.valueOf(e.getMessage()));
        }
        return options.printed(
                PlanPrinter.of(timeline, options.format()),
                timeline.coming(),
                timeline.coming().hasEffects());
    }
}
