package dev.tenure.cli.command.plan;

import dev.tenure.cli.command.ExitCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// What a change would do to the pods of a cluster, told before it is made.
@Command(
        name = "plan",
        exitCodeOnInvalidInput = ExitCode.FAILED,
        mixinStandardHelpOptions = true,
        description = {
            "Tell what a change would do to a cluster: which pods leave, when and why, where their replacements go,"
                    + " and what stays pending or breaks.",
            "The cluster is only read: a live one, a running `tenure up`, or files (--from). Its objects are taken"
                    + " over into a simulated cluster with the same scheduler and controllers, where the change is made."
        },
        synopsisSubcommandLabel = "CHANGE",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            PlanOptions.CODE_NOTHING,
            PlanOptions.CODE_REFUSED,
            PlanOptions.CODE_EFFECTS,
            PlanOptions.CODE_NAMED
        },
        footer = {
            "",
            "Examples:",
            "  tenure plan taint nodes node-1 dedicated=gpu:NoExecute",
            "  kubectl get nodes,pods,rs -A -o yaml | tenure plan drain node-1 --from -",
            "  tenure plan lose zone zone-a --from cluster-dump/ --fail-on pending,budget"
        },
        subcommands = {
            PlanTaint.class,
            PlanCordon.class,
            PlanUncordon.class,
            PlanDrain.class,
            PlanDelete.class,
            PlanLose.class,
            PlanApply.class,
            PlanScale.class,
            PlanForecast.class,
            PlanRunCommand.class,
            PlanResilience.class
        })
public final class PlanCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "missing: the change to plan");
    }
}
