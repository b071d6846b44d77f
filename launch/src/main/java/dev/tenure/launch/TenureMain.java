package dev.tenure.launch;

import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.EvictionsCommand;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.cli.command.ExplainCommand;
import dev.tenure.cli.command.NodeCommand;
import dev.tenure.cli.command.SimulateCommand;
import dev.tenure.cli.command.StatusCommand;
import dev.tenure.launch.agent.AgentCommand;
import dev.tenure.launch.apiserver.ApiServerCommand;
import dev.tenure.launch.controllers.ControllersCommand;
import dev.tenure.launch.lint.LintCommand;
import dev.tenure.launch.process.DownCommand;
import dev.tenure.launch.process.RestartCommand;
import dev.tenure.launch.scheduler.SchedulerCommand;
import dev.tenure.launch.up.UpCommand;
import java.util.List;
import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/// The program `tenure`: reads the command line and runs one command.
@Command(
        name = "tenure",
        mixinStandardHelpOptions = true,
        description = "A Kubernetes-compatible control plane, node agent and what-if planner for taints and evictions.",
        synopsisSubcommandLabel = "COMMAND",
        footer = {"", "Begin with `tenure up`. Help for a command: tenure COMMAND --help"})
public final class TenureMain implements Runnable {
    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init")
    private CommandLine.Model.CommandSpec spec;

    private TenureMain() {}

    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    /// The whole command line, for `main` and for tests.
    public static CommandLine commandLine() {
        var commandLine = new CommandLine(new TenureMain());
        for (Object command : commands()) {
            commandLine.addSubcommand(command);
        }
        commandLine.addSubcommand("completion", new CommandLine(new GenerateCompletion()));
        commandLine.setExecutionExceptionHandler(TenureMain::failed);
        return commandLine;
    }

    private static List<Object> commands() {
        return List.of(
                new UpCommand(),
                new DownCommand(),
                new RestartCommand(),
                new StatusCommand(),
                new NodeCommand(),
                new AgentCommand(),
                new ExplainCommand(),
                new EvictionsCommand(),
                new LintCommand(),
                new SimulateCommand(),
                new ApiServerCommand(),
                new ControllersCommand(),
                new SchedulerCommand(),
                new VersionCommand());
    }

    private static int failed(Exception cause, CommandLine command, CommandLine.ParseResult parsed) {
        if (cause instanceof CommandFailure failure) {
            command.getErr().println("error: " + failure.getMessage());
            return failure.exitCode();
        }
        System.getLogger("dev.tenure.launch").log(System.Logger.Level.ERROR, "command failed", cause);
        command.getErr().println("error: " + cause);
        return ExitCode.FAILED;
    }

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getErr());
        throw new CommandLine.ParameterException(spec.commandLine(), "missing command");
    }
}
