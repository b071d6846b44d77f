package dev.tenure.launch;

import dev.tenure.apiserver.http.HttpServer;
import dev.tenure.cli.command.CalledAs;
import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.EvictionsCommand;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.cli.command.ExplainCommand;
import dev.tenure.cli.command.SimulateCommand;
import dev.tenure.cli.command.StatusCommand;
import dev.tenure.cli.command.TolerationCommand;
import dev.tenure.cli.command.plan.CompareCommand;
import dev.tenure.cli.command.plan.ExportCommand;
import dev.tenure.cli.command.plan.PlanCommand;
import dev.tenure.cli.command.plan.ReplayCommand;
import dev.tenure.cli.command.plan.ShowCommand;
import dev.tenure.cli.command.plan.TimelineCommand;
import dev.tenure.kinds.KindList;
import dev.tenure.launch.agent.AgentCommand;
import dev.tenure.launch.agent.TokenCommand;
import dev.tenure.launch.apiserver.ApiServerCommand;
import dev.tenure.launch.apiserver.CertsCommand;
import dev.tenure.launch.completion.ClusterNames;
import dev.tenure.launch.completion.Completion;
import dev.tenure.launch.completion.CompletionCommand;
import dev.tenure.launch.completion.CompletionScript;
import dev.tenure.launch.console.ConsoleCommand;
import dev.tenure.launch.controllers.ControllersCommand;
import dev.tenure.launch.log.LogSetup;
import dev.tenure.launch.nodes.NodeAddCommand;
import dev.tenure.launch.plan.ApplyCommand;
import dev.tenure.launch.plan.LintCommand;
import dev.tenure.launch.plan.RecordCommand;
import dev.tenure.launch.process.CompilerNiceness;
import dev.tenure.launch.process.DownCommand;
import dev.tenure.launch.process.RestartCommand;
import dev.tenure.launch.process.StandardOutput;
import dev.tenure.launch.scheduler.SchedulerCommand;
import dev.tenure.launch.store.BackupCommand;
import dev.tenure.launch.store.RestoreCommand;
import dev.tenure.launch.store.StoreCommand;
import dev.tenure.launch.taints.TaintCommand;
import dev.tenure.launch.taints.TaintsCommand;
import dev.tenure.launch.up.UpCommand;
import dev.tenure.runtime.io.Background;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/// The program `tenure`: reads the command line and runs one command.
@Command(
        name = "tenure",
        mixinStandardHelpOptions = true,
        versionProvider = VersionCommand.Provider.class,
        description = "A Kubernetes-compatible control plane and node agent for taints, tolerations and evictions.",
        synopsisSubcommandLabel = "COMMAND",
        footer = {"", "Begin with `tenure up`. Help for a command: tenure help COMMAND"})
public final class TenureMain implements Callable<Integer> {
    private record Subcommand(String name, Supplier<Object> make) {}

    private static final List<Subcommand> COMMANDS = List.of(
            new Subcommand("up", UpCommand::new),
            new Subcommand("down", DownCommand::new),
            new Subcommand("restart", RestartCommand::new),
            new Subcommand("status", StatusCommand::new),
            new Subcommand("node", NodeAddCommand::nodeCommandLine),
            new Subcommand("agent", AgentCommand::new),
            new Subcommand("explain", ExplainCommand::new),
            new Subcommand("evictions", EvictionsCommand::new),
            new Subcommand("taint", TaintCommand::new),
            new Subcommand("taints", TaintsCommand::new),
            new Subcommand("toleration", TolerationCommand::new),
            new Subcommand("console", ConsoleCommand::new),
            new Subcommand("plan", PlanCommand::new),
            new Subcommand("compare", CompareCommand::new),
            new Subcommand("show", ShowCommand::new),
            new Subcommand("apply", ApplyCommand::new),
            new Subcommand("export", ExportCommand::new),
            new Subcommand("record", RecordCommand::new),
            new Subcommand("replay", ReplayCommand::new),
            new Subcommand("timeline", TimelineCommand::new),
            new Subcommand("lint", LintCommand::new),
            new Subcommand("simulate", SimulateCommand::new),
            new Subcommand("apiserver", ApiServerCommand::new),
            new Subcommand("controllers", ControllersCommand::new),
            new Subcommand("scheduler", SchedulerCommand::new),
            new Subcommand("store", StoreCommand::commandLine),
            new Subcommand("token", TokenCommand::new),
            new Subcommand("certs", CertsCommand::commandLine),
            new Subcommand("backup", BackupCommand::new),
            new Subcommand("restore", RestoreCommand::new),
            new Subcommand("version", VersionCommand::new));

    /// With what works on all of the others.
    private static final List<Subcommand> ALL = Stream.concat(
                    COMMANDS.stream(),
                    Stream.of(
                            new Subcommand("completion", CompletionCommand::new),
                            new Subcommand("help", HelpCommand::new)))
            .toList();

    private static final Set<String> SERVERS = Set.of("up", "apiserver");

    /// Commands that set up no log of their own and use what logs.
    private static final Set<String> ON_STORES = Set.of("store", "backup", "restore");

    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init")
    private CommandLine.Model.CommandSpec spec;

    private TenureMain() {}

    public static void main(String[] arguments) {
        if (CalledAs.now() == CalledAs.COMPLETION) {
            complete(List.of(arguments));
            return;
        }
        if (arguments.length > 0 && arguments[0].equals(CompletionScript.ASK)) {
            complete(List.of(arguments).subList(1, arguments.length));
            return;
        }
        if (arguments.length > 0 && SERVERS.contains(arguments[0])) {
            Background.daemon("preload", TenureMain::preload);
            CompilerNiceness.raise();
        }
        if (arguments.length > 0 && ON_STORES.contains(arguments[0])) {
            LogSetup.apply(0);
        }
        if (arguments.length > 0 && arguments[0].equals("simulate")) {
            LogSetup.errorsOnly();
        }
        StandardOutput output = StandardOutput.watch();
        System.exit(output.orFailed(commandLine(arguments).execute(arguments)));
    }

    /// Answers kubectl or a shell, which asks for what may come next.
    private static void complete(List<String> words) {
        List<String> typed = words.subList(0, Math.max(0, words.size() - 1));
        CommandLine whole = typed.isEmpty() ? commandLine() : commandLine(words.toArray(String[]::new));
        Completion.of(whole, words, ClusterNames.of(words)::all).forEach(System.out::println);
    }

    /// Initialises what a server will need, while another thread reads the command line.
    private static void preload() {
        KindList.standard();
        HttpServer.preload();
    }

    /// The whole command line.
    public static CommandLine commandLine() {
        return commandLine(ALL);
    }

    /// As much of the command line as these arguments need: reading the options of every command takes a
    /// tenth of a second, which a server that starts would rather do without.
    static CommandLine commandLine(String... arguments) {
        List<Subcommand> asked = COMMANDS.stream()
                .filter(command -> arguments.length > 0 && command.name().equals(arguments[0]))
                .toList();
        return commandLine(asked.isEmpty() ? ALL : asked);
    }

    private static CommandLine commandLine(List<Subcommand> commands) {
        var commandLine =
                new CommandLine(new TenureMain()).setCommandName(CalledAs.now().words());
        for (Subcommand command : commands) {
            commandLine.addSubcommand(command.name(), command.make().get());
        }
        UsageErrors.shorten(commandLine);
        commandLine.setParameterExceptionHandler(UsageErrors::answer);
        commandLine.setExecutionExceptionHandler(TenureMain::failed);
        return commandLine;
    }

    private static int failed(Exception cause, CommandLine command, CommandLine.ParseResult parsed) {
        if (cause instanceof CommandFailure failure) {
            command.getErr().println("error: " + failure.getMessage());
            return failure.exitCode() == ExitCode.USAGE ? UsageErrors.exitCode(command) : failure.exitCode();
        }
        System.getLogger("dev.tenure.launch").log(System.Logger.Level.ERROR, "command failed", cause);
        String message = cause.getMessage();
        command.getErr()
                .println("error: a bug, please report it with what was logged"
                        + (message == null ? "" : ": " + message));
        return ExitCode.FAILED;
    }

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr());
        return ExitCode.USAGE;
    }
}
