package dev.tenure.launch.process;

import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.cli.kubeconfig.DataDirectory;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
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

    @Option(
            names = "--data-dir",
            paramLabel = "DIR",
            description = "The data directory (default: $XDG_DATA_HOME/tenure or ~/.local/share/tenure).")
    private @Nullable Path dataDir;

    @Override
    public Integer call() {
        DataDirectory directory = Directories.choose(dataDir);
        PrintWriter out = spec.commandLine().getOut();
        String answer;
        try {
            answer = ControlServer.send(directory.control(), ORDER + " " + component);
        } catch (IOException _) {
            throw new CommandFailure(
                    ExitCode.NOT_RUNNING,
                    "no `tenure up` is running on data directory \"%s\"".formatted(directory.root()));
        }
        if (!answer.equals("ok")) {
            throw new CommandFailure(ExitCode.FAILED, answer);
        }
        out.println(component + " restarted");
        out.flush();
        return ExitCode.OK;
    }
}
