package dev.tenure.cli.command.plan;

import dev.tenure.plan.change.Change;
import dev.tenure.plan.change.Change.NodeChoice;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `tenure plan lose`.
@Command(
        name = "lose",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Nodes or a whole zone fall silent: `lose node NODE...`, `lose zone ZONE`.",
        footer = {
            "",
            "Examples:",
            "  tenure plan lose node node-1",
            "  tenure plan lose zone zone-a --fail-on pending,endpoints"
        })
final class PlanLose implements ChangeCommand {
    @Mixin
    private NodesOption nodes = new NodesOption();

    @Parameters(arity = "1..*", paramLabel = "node NODE... | zone ZONE", description = "What falls silent.")
    private List<String> words = List.of();

    @Mixin
    private PlanOptions options = new PlanOptions();

    @Override
    public Change change() {
        List<String> names = words.subList(1, words.size());
        return switch (words.getFirst()) {
            case "node", "nodes" -> new Change.LoseNodes(nodes.with(names), true);
            case "zone" -> new Change.LoseNodes(NodeChoice.ofZone(zone(names)), true);
            default ->
                throw new IllegalArgumentException(
                        "\"%s\" cannot be lost: write `lose node NAME...` or `lose zone NAME`"
                                .formatted(words.getFirst()));
        };
    }

    private static String zone(List<String> names) {
        if (names.size() != 1) {
            throw new IllegalArgumentException("expected one zone: write `lose zone NAME`");
        }
        return names.getFirst();
    }

    @Override
    public PlanOptions options() {
        return options;
    }
}
