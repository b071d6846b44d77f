package dev.tenure.cli.command.plan;

import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.plan.resilience.Resilience;
import dev.tenure.plan.resilience.ResilienceReport;
import dev.tenure.plan.source.ClusterDump;
import dev.tenure.plan.source.DumpException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `tenure plan resilience`.
@Command(
        name = "resilience",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "What the loss of each zone and each node would do, one at a time: what stays pending, is lost or broken,"
                    + " which losses hurt most, and what room is missing.",
            "Each loss comes to what `plan lose` tells of it, each drain to what `plan drain` tells. The cluster is only"
                    + " read."
        },
        footer = {
            "",
            "Examples:",
            "  tenure plan resilience --drain --top 10",
            "  tenure plan resilience --zones-only --fail-on pending,endpoints"
        })
final class PlanResilience implements Callable<Integer> {
    @Option(names = "--drain", description = "Drain each node, too.")
    private boolean drain;

    @Option(names = "--zones-only", description = "Only zones, not each node.")
    private boolean zonesOnly;

    @Option(names = "--nodes-only", description = "Only each node, not zones.")
    private boolean nodesOnly;

    @Option(
            names = "--top",
            paramLabel = "N",
            defaultValue = "0",
            description = "Show the N worst only, in text and Markdown (default: all that hurt; -o wide: all).")
    private int top;

    @Mixin
    private PlanOptions options = new PlanOptions();

    @Override
    public Integer call() {
        if (zonesOnly && nodesOnly && !drain) {
            throw new CommandFailure(
                    ExitCode.USAGE, "--zones-only and --nodes-only leave nothing that could be lost: give one of them");
        }
        if (top < 0) {
            throw new CommandFailure(ExitCode.USAGE, "--top is \"%d\": expected is 0 or more".formatted(top));
        }
        options.requireNoOut();
        ResilienceReport report = report();
        return options.printed(PlanPrinter.of(report, top, options.format()), report);
    }

    private ResilienceReport report() {
        try {
            ClusterDump dump = options.dump(false);
            int processors = Runtime.getRuntime().availableProcessors();
            try (var progress = options.progress(LookAhead.DOING)) {
                return Resilience.of(
                        dump,
                        new Resilience.Asked(!zonesOnly, drain, !nodesOnly),
                        options.assumptions().of(dump),
                        processors,
                        done -> progress.show("%d losses forecast".formatted(done)));
            }
        } catch (DumpException | IllegalArgumentException e) {
            throw new CommandFailure(ExitCode.FAILED, String.valueOf(e.getMessage()));
        }
    }
}
