package dev.tenure.cli.command.plan;

import dev.tenure.plan.change.Change;
import dev.tenure.rules.taint.TaintEdit;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `tenure plan taint`.
@Command(
        name = "taint",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "As `kubectl taint nodes NODE... KEY=VALUE:EFFECT...`.",
        footer = {
            "",
            "Examples:",
            "  tenure plan taint nodes node-1 dedicated=gpu:NoExecute",
            "  tenure plan taint nodes -l pool=gpu maintenance:NoSchedule",
            "  tenure plan taint nodes node-1 dedicated-"
        })
final class PlanTaint implements ChangeCommand {
    /// As kubectl calls nodes.
    private static final Set<String> KINDS = Set.of("no", "node", "nodes");

    @Mixin
    private NodesOption nodes = new NodesOption();

    @Parameters(
            arity = "1..*",
            paramLabel = "nodes NODE... KEY[=VALUE]:EFFECT",
            description = "KEY=VALUE:EFFECT or KEY:EFFECT adds a taint, KEY- or KEY:EFFECT- removes one.")
    private List<String> words = List.of();

    @Option(names = "--overwrite", description = "Replace a taint of the same key and effect.")
    private boolean overwrite;

    @Mixin
    private PlanOptions options = new PlanOptions();

    @Override
    public Change change() {
        List<String> rest = words;
        if (KINDS.contains(rest.getFirst())) {
            rest = rest.subList(1, rest.size());
        }
        List<String> names = rest.stream().filter(word -> !isTaint(word)).toList();
        List<TaintEdit> edits =
                rest.stream().filter(PlanTaint::isTaint).map(TaintEdit::parse).toList();
        if (edits.isEmpty()) {
            throw new IllegalArgumentException("missing: a taint, for example key1=value1:NoExecute");
        }
        return new Change.TaintNodes(nodes.orNamed(names), edits, overwrite);
    }

    /// Names of nodes have no such characters.
    private static boolean isTaint(String word) {
        return word.contains(":") || word.contains("=") || word.endsWith("-");
    }

    @Override
    public PlanOptions options() {
        return options;
    }
}
