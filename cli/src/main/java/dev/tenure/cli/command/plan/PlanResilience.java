package dev.tenure.cli.command.plan;

import dev.tenure.plan.resilience.Resilience;
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
            "Every loss is told as `plan lose` and `plan drain` tell it, on all processors; in large clusters, where"
                    + " that is possible, out of one world in which nothing happens."
        })
final class PlanResilience implements Callable<Integer> {
    @Mixin
    private PlanOptions options = new PlanOptions();

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

    @Override
    public Integer call() {
        return options.resilience(new Resilience.Asked(!zonesOnly, drain, !nodesOnly), top);
    }
}
