package dev.tenure.cli.command.plan;

import dev.tenure.cli.command.DurationConverter;
import dev.tenure.plan.change.Change;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
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
            "  tenure plan taint nodes node-1 dedicated-",
            "  tenure plan taint nodes node-1 maintenance:NoExecute --lasting 2h --for 3h"
        })
final class PlanTaint implements ChangeCommand {
    @Mixin
    private NodesOption nodes = new NodesOption();

    @Parameters(
            arity = "1..*",
            paramLabel = "nodes NODE... KEY[=VALUE]:EFFECT",
            description = "KEY=VALUE:EFFECT or KEY:EFFECT adds a taint, KEY- or KEY:EFFECT- removes one.")
    private List<String> words = List.of();

    @Option(names = "--overwrite", description = "Replace a taint of the same key and effect.")
    private boolean overwrite;

    @Option(
            names = "--lasting",
            paramLabel = "DURATION",
            converter = DurationConverter.class,
            description = "Only for so long, as `tenure taint --for`.")
    private @Nullable Duration span;

    @Option(names = "--owner", paramLabel = "NAME", description = "With --lasting: who answers for it.")
    private String owner = "";

    @Option(names = "--reason", paramLabel = "TEXT", description = "With --lasting: what for.")
    private String reason = "";

    @Mixin
    private PlanOptions options = new PlanOptions();

    @Override
    public Change change() {
        TaintWords read = TaintWords.of(words);
        if (span == null && !(owner.isEmpty() && reason.isEmpty())) {
            throw new IllegalArgumentException("--owner and --reason belong to a term: give --lasting, too");
        }
        return new Change.TaintNodes(
                nodes.orNamed(read.names()),
                read.edits(),
                overwrite,
                Optional.ofNullable(span).map(length -> new Change.Term(length, owner, reason)));
    }

    @Override
    public PlanOptions options() {
        return options;
    }
}
