package dev.tenure.cli.command;

import dev.tenure.rules.node.HeldState;
import dev.tenure.rules.node.Hold;
import dev.tenure.rules.node.ManagedNodeRule;
import dev.tenure.runtime.time.SystemTime;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Holds a simulated node in a state.
@Command(
        name = "set",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Hold a simulated node in a state: its kubelet says so until it is cleared, whatever the node is like.",
            "Node lifecycle taints it as any node: not-ready with NoExecute, the others with NoSchedule."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:done", "1:it could not be done", "2:the command line is wrong", "3:nothing answers there"})
final class NodeSetCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Parameters(index = "0", paramLabel = "NODE", description = "Name of a simulated node.")
    private String name = "";

    @Parameters(
            index = "1..*",
            arity = "1..*",
            paramLabel = "STATE",
            converter = HeldStateConverter.class,
            completionCandidates = HeldStateConverter.class,
            description = "One or more of: ${COMPLETION-CANDIDATES}.")
    private List<HeldState> states = List.of();

    @Option(
            names = "--for",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "Let go after this time, for example 5m (default: hold until `tenure node clear`).")
    private @Nullable Duration lasting;

    @Mixin
    private OutputOption output = new OutputOption();

    @Override
    public Integer call() {
        Hold hold = hold();
        Map<String, String> annotations = new LinkedHashMap<>();
        states.forEach(state -> annotations.put(state.annotation(), hold.text()));
        return cluster.ask(endpoint -> {
            switch (SimulatedNode.read(endpoint, name)) {
                case SimulatedNode.Refused(String why) -> throw new CommandFailure(ExitCode.FAILED, why);
                case SimulatedNode.Found(var node) -> {
                    String refusal = SimulatedNode.annotate(endpoint, name, annotations);
                    if (!refusal.isEmpty()) {
                        throw new CommandFailure(ExitCode.FAILED, refusal);
                    }
                    Map<String, String> all = new TreeMap<>(node.meta().annotations());
                    all.putAll(annotations);
                    print(all, hold);
                }
            }
            return ExitCode.OK;
        });
    }

    private Hold hold() {
        Duration asked = lasting;
        if (asked == null) {
            return new Hold.Always();
        }
        if (!asked.isPositive()) {
            throw new CommandFailure(ExitCode.USAGE, "--for must be longer than zero, for example 5m");
        }
        return new Hold.Until(new SystemTime().wall().plus(asked).truncatedTo(ChronoUnit.MILLIS));
    }

    private void print(Map<String, String> annotations, Hold hold) {
        var out = spec.commandLine().getOut();
        if (output.forPrograms()) {
            out.print(output.written(HeldStatesText.KIND, HeldStatesText.document(name, annotations)));
        } else {
            String end = hold instanceof Hold.Until(var until) ? " until " + until : "";
            states.forEach(state -> out.println("node/%s is held %s%s".formatted(name, state, end)));
        }
        out.flush();
        String fault = annotations.getOrDefault(ManagedNodeRule.FAULT, "");
        if (!fault.isEmpty()) {
            var err = spec.commandLine().getErr();
            err.println("warning: node \"%s\" is %s and says nothing until `tenure node start %s`"
                    .formatted(name, fault, name));
            err.flush();
        }
    }
}
