package dev.tenure.cli.command;

import dev.tenure.model.core.Node;
import dev.tenure.rules.node.HeldState;
import dev.tenure.rules.node.HeldStates;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Lets a simulated node go that was held in states.
@Command(
        name = "clear",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Let a simulated node go that is held in states: it says again what it is like.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:done", "1:it could not be done", "2:the command line is wrong", "3:nothing answers there"})
final class NodeClearCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Parameters(index = "0", paramLabel = "NODE", description = "Name of a simulated node.")
    private String name = "";

    @Parameters(
            index = "1..*",
            arity = "0..*",
            paramLabel = "STATE",
            converter = HeldStateConverter.class,
            completionCandidates = HeldStateConverter.class,
            description = "What to clear, of: ${COMPLETION-CANDIDATES} (default: everything).")
    private List<HeldState> states = List.of();

    @Mixin
    private OutputOption output = new OutputOption();

    @Override
    public Integer call() {
        return cluster.ask(endpoint -> {
            switch (SimulatedNode.read(endpoint, name)) {
                case SimulatedNode.Refused(String why) -> throw new CommandFailure(ExitCode.FAILED, why);
                case SimulatedNode.Found(Node node) -> {
                    Map<String, String> rest = new TreeMap<>(node.meta().annotations());
                    List<String> cleared =
                            rest.keySet().stream().filter(this::asked).toList();
                    Map<String, String> patch = new TreeMap<>();
                    cleared.forEach(key -> patch.put(key, ""));
                    String refusal = cleared.isEmpty() ? "" : SimulatedNode.annotate(endpoint, name, patch);
                    if (!refusal.isEmpty()) {
                        throw new CommandFailure(ExitCode.FAILED, refusal);
                    }
                    rest.keySet().removeAll(cleared);
                    print(rest, cleared);
                }
            }
            return ExitCode.OK;
        });
    }

    private boolean asked(String annotation) {
        return annotation.startsWith(HeldStates.PREFIX)
                && (states.isEmpty()
                        || states.stream().anyMatch(state -> state.annotation().equals(annotation)));
    }

    private void print(Map<String, String> rest, List<String> cleared) {
        var out = spec.commandLine().getOut();
        if (output.forPrograms()) {
            out.print(output.written(HeldStatesText.KIND, HeldStatesText.document(name, rest)));
        } else if (cleared.isEmpty()) {
            out.println("node/%s was not held".formatted(name));
        } else {
            cleared.forEach(key -> out.println(
                    "node/%s is no longer held %s".formatted(name, key.substring(HeldStates.PREFIX.length()))));
        }
        out.flush();
    }
}
