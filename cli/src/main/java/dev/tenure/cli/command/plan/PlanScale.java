package dev.tenure.cli.command.plan;

import dev.tenure.plan.change.Change;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `tenure plan scale`.
@Command(
        name = "scale",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "As `kubectl scale TYPE/NAME --replicas=N`.",
        footer = {"", "Example:", "  tenure plan scale deployment/web --replicas=10 -n shop"})
final class PlanScale implements ChangeCommand {
    @Parameters(arity = "1..2", paramLabel = "TYPE/NAME", description = "For example deployment/web.")
    private List<String> words = List.of();

    @Option(names = "--replicas", required = true, paramLabel = "N", description = "How many pods there shall be.")
    private int replicas;

    @Mixin
    private PlanOptions options = new PlanOptions();

    @Override
    public Change change() {
        String[] parts = String.join("/", words).split("/", -1);
        if (parts.length != 2 || parts[0].isEmpty() || parts[1].isEmpty()) {
            throw new IllegalArgumentException("\"%s\" is no workload: write TYPE/NAME, for example deployment/web"
                    .formatted(String.join(" ", words)));
        }
        if (replicas < 0) {
            throw new IllegalArgumentException("--replicas=%d: there cannot be fewer than 0 pods".formatted(replicas));
        }
        return new Change.Scale(parts[0], options.namespace(), parts[1], replicas);
    }

    @Override
    public PlanOptions options() {
        return options;
    }
}
