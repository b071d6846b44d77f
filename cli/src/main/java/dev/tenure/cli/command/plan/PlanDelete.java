package dev.tenure.cli.command.plan;

import dev.tenure.plan.change.Change;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `tenure plan delete node`.
@Command(
        name = "delete",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "As `kubectl delete node NODE...`.",
        footer = {"", "Example:", "  tenure plan delete node node-1"})
final class PlanDelete implements ChangeCommand {
    @Mixin
    private NodesOption nodes = new NodesOption();

    @Parameters(arity = "1..*", paramLabel = "node NODE", description = "Names of nodes.")
    private List<String> words = List.of();

    @Mixin
    private PlanOptions options = new PlanOptions();

    @Override
    public Change change() {
        String what = words.getFirst();
        boolean node = what.equals("node") || what.equals("nodes") || what.equals("no");
        if (!node && !what.startsWith("node/")) {
            throw new IllegalArgumentException(
                    "\"%s\" cannot be planned: only nodes, as in `delete node NAME`".formatted(what));
        }
        return new Change.DeleteNodes(nodes.with(node ? words.subList(1, words.size()) : words));
    }

    @Override
    public PlanOptions options() {
        return options;
    }
}
