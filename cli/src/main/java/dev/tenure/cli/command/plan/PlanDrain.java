package dev.tenure.cli.command.plan;

import dev.tenure.cli.command.DurationConverter;
import dev.tenure.plan.change.Change;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `tenure plan drain`.
@Command(
        name = "drain",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "As `kubectl drain NODE...`, with its flags.",
            "What kubectl would refuse is told, with what would happen with the flag that it asks for, and the exit code"
                    + " is 1 as kubectl's."
        },
        footer = {
            "",
            "Examples:",
            "  tenure plan drain node-1 --ignore-daemonsets --delete-emptydir-data",
            "  tenure plan drain node-1 --ignore-daemonsets --fail-on pending,budget,kept",
            "  tenure plan drain node-1 --ignore-daemonsets --out drain.plan"
        })
final class PlanDrain implements ChangeCommand {
    @Mixin
    private NodesOption nodes = new NodesOption();

    @Parameters(paramLabel = "NODE", description = "Names of nodes.")
    private List<String> names = List.of();

    @Option(names = "--force", description = "Evict also pods that no controller will replace.")
    private boolean force;

    @Option(
            names = "--ignore-daemonsets",
            paramLabel = "BOOL",
            arity = "0..1",
            defaultValue = "false",
            fallbackValue = "true",
            description = "Leave pods of DaemonSets where they are; without it, a node that has some is not drained.")
    private boolean ignoreDaemonSets;

    @Option(
            names = "--delete-emptydir-data",
            description = "Evict also pods with emptyDir volumes, whose data is lost.")
    private boolean deleteEmptyDirData;

    @Option(
            names = "--grace-period",
            paramLabel = "SECONDS",
            description = "How long pods get to stop; -1: as long as each says itself (default: -1).")
    private long graceSeconds = -1;

    @Option(
            names = "--timeout",
            paramLabel = "DURATION",
            converter = DurationConverter.class,
            description = "Give up after so long; 0 waits for ever (default: 0).")
    private Duration timeout = Duration.ZERO;

    @Option(names = "--pod-selector", paramLabel = "SELECTOR", description = "Only pods with these labels.")
    private String podSelector = "";

    @Option(names = "--disable-eviction", description = "Delete pods without asking disruption budgets.")
    private boolean disableEviction;

    @Option(
            names = "--skip-wait-for-delete-timeout",
            paramLabel = "SECONDS",
            description = "Do not wait for pods that have been leaving for longer; 0 waits for all (default: 0).")
    private long skipWaitSeconds;

    @Option(names = "--chunk-size", paramLabel = "N", description = "Taken as kubectl takes it; nothing depends on it.")
    void chunkSize(long ignored) {
        // a plan reads the cluster in its own way
    }

    @Option(
            names = "--dry-run",
            paramLabel = "none|server|client",
            description = "Taken as kubectl takes it: a plan never changes the cluster.")
    void dryRun(String ignored) {
        // it is one anyway
    }

    @Mixin
    private PlanOptions options = new PlanOptions();

    @Override
    public Change change() {
        var drain = new Change.DrainOptions(
                force,
                ignoreDaemonSets,
                deleteEmptyDirData,
                graceSeconds,
                timeout,
                podSelector,
                disableEviction,
                skipWaitSeconds);
        return new Change.Drain(nodes.with(names), drain);
    }

    @Override
    public PlanOptions options() {
        return options;
    }
}
