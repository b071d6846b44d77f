package dev.tenure.cli.command;

import dev.tenure.rules.node.ManagedNodeRule;
import dev.tenure.rules.node.ManagedNodeRule.Fault;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Breaks simulated nodes and mends them, holds them in a state and lets them go.
@Command(
        name = "node",
        mixinStandardHelpOptions = true,
        description =
                "Break simulated nodes and mend them, hold them in a state, report their conditions, or add more.",
        subcommands = {NodeSetCommand.class, NodeClearCommand.class, NodeConditionCommand.class},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:done", "1:it could not be done for some node", "3:nothing answers there"})
public final class NodeCommand implements Runnable {
    private static final String NAMES = "Names of simulated nodes.";

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(), "missing: add, start, stop, partition, set, clear or condition");
    }

    @Command(
            name = "stop",
            mixinStandardHelpOptions = true,
            description = "Stop nodes: they fall silent and their pods stand still.")
    int stop(
            @Mixin ClusterOptions cluster,
            @Mixin ChangedNodesOption output,
            @Parameters(arity = "1..*", paramLabel = "NODE", description = NAMES) List<String> names) {
        return set(cluster, output, names, Fault.STOPPED, "stopped");
    }

    @Command(
            name = "partition",
            mixinStandardHelpOptions = true,
            description = "Cut nodes off: they run on but reach nobody.")
    int partition(
            @Mixin ClusterOptions cluster,
            @Mixin ChangedNodesOption output,
            @Parameters(arity = "1..*", paramLabel = "NODE", description = NAMES) List<String> names) {
        return set(cluster, output, names, Fault.PARTITIONED, "partitioned");
    }

    @Command(name = "start", mixinStandardHelpOptions = true, description = "Mend nodes that were stopped or cut off.")
    int start(
            @Mixin ClusterOptions cluster,
            @Mixin ChangedNodesOption output,
            @Parameters(arity = "1..*", paramLabel = "NODE", description = NAMES) List<String> names) {
        return set(cluster, output, names, Fault.NONE, "started");
    }

    private int set(ClusterOptions cluster, ChangedNodesOption output, List<String> names, Fault fault, String done) {
        PrintWriter err = spec.commandLine().getErr();
        return cluster.ask(endpoint -> {
            var changed = new ArrayList<String>();
            for (String name : names) {
                String refusal = SimulatedNode.read(endpoint, name) instanceof SimulatedNode.Refused(String why)
                        ? why
                        : SimulatedNode.annotate(endpoint, name, Map.of(ManagedNodeRule.FAULT, fault.word()));
                if (refusal.isEmpty()) {
                    changed.add(name);
                } else {
                    err.println("error: " + refusal);
                    err.flush();
                }
            }
            output.print(spec.commandLine().getOut(), changed, done);
            return changed.size() == names.size() ? ExitCode.OK : ExitCode.FAILED;
        });
    }
}
