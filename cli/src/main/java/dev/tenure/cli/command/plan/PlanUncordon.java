package dev.tenure.cli.command.plan;

import dev.tenure.plan.change.Change;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `tenure plan uncordon`.
@Command(
        name = "uncordon",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "As `kubectl uncordon NODE...`.",
        footer = {"", "Example:", "  tenure plan uncordon node-1"})
final class PlanUncordon implements ChangeCommand {
    @Mixin
    private NodesOption nodes = new NodesOption();

    @Parameters(paramLabel = "NODE", description = "Names of nodes.")
    private List<String> names = List.of();

    @Mixin
    private PlanOptions options = new PlanOptions();

    @Override
    public Change change() {
        return new Change.Cordon(nodes.with(names), false);
    }

    @Override
    public PlanOptions options() {
        return options;
    }
}
