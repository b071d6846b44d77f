package dev.tenure.launch.process;

import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.cli.kubeconfig.DataDirectory;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Restarts a part of a running `tenure up`: its state is dropped and built again from the API.
@Command(
        name = "restart",
        mixinStandardHelpOptions = true,
        description = "Restart a part of a running `tenure up`, as if its process had been started again.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:restarted", "1:it could not be restarted", "3:nothing is running"})
public final class RestartCommand implements Callable<Integer> {
    /// The order that the control socket takes, followed by the component.
    public static final String ORDER = "restart";

    /// What can be restarted.
    public enum Component {
        controllers
    }

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(paramLabel = "COMPONENT", description = "One of: ${COMPLETION-CANDIDATES}.")
    @SuppressWarnings("NullAway.Init")
    private Component component;

    @Mixin
    private DirectoryOption data = new DirectoryOption();

    @Override
    public Integer call() {
        DataDirectory directory = data.directory();
        PrintWriter out = spec.commandLine().getOut();
        try {
            ControlServer.order(directory, ORDER + " " + component);
        } catch (IOException _) {
            throw new CommandFailure(
                    ExitCode.NOT_RUNNING,
                    "no `tenure up` is running on data directory \"%s\"".formatted(directory.root()));
        }
        out.println(component + " restarted");
        out.flush();
        return ExitCode.OK;
    }
}
