package dev.tenure.cli.command.plan;

import dev.tenure.plan.change.Change;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `tenure plan forecast`.
@Command(
        name = "forecast",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "What is coming anyway, although nobody changes anything.",
        footer = {"", "Examples:", "  tenure plan forecast", "  tenure plan forecast --from cluster.tenure --for 6h"})
final class PlanForecast implements ChangeCommand {
    @Mixin
    private PlanOptions options = new PlanOptions();

    @Override
    public Change change() {
        return new Change.Nothing();
    }

    @Override
    public PlanOptions options() {
        return options;
    }
}
