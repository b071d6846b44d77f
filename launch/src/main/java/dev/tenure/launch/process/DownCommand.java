package dev.tenure.launch.process;

import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.cli.kubeconfig.DataDirectory;
import dev.tenure.runtime.io.ProcessEnd;
import dev.tenure.runtime.time.SystemTime;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// Stops the `tenure up` or `tenure apiserver` of a data directory and waits until it is gone.
@Command(
        name = "down",
        mixinStandardHelpOptions = true,
        description = "Stop the running tenure of a data directory. Its objects stay on disk.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:stopped", "1:it did not stop in time", "3:nothing was running"})
public final class DownCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private DirectoryOption data = new DirectoryOption();

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            defaultValue = "30",
            description = "How long to wait (default: ${DEFAULT-VALUE}).")
    private long timeoutSeconds;

    @Override
    public Integer call() {
        DataDirectory directory = data.directory();
        PrintWriter out = spec.commandLine().getOut();
        Optional<Long> pid = DirectoryLock.runningPid(directory);
        if (pid.isEmpty() || !DirectoryLock.isHeld(directory)) {
            throw new CommandFailure(
                    ExitCode.NOT_RUNNING,
                    "no tenure is running on data directory \"%s\"%s"
                            .formatted(directory.root(), data.isGiven() ? "" : ": name another with --data-dir"));
        }
        Optional<ProcessHandle> process = ProcessHandle.of(pid.get());
        if (process.isPresent()) {
            process.get().destroy();
            if (!ProcessEnd.await(process.get(), Duration.ofSeconds(timeoutSeconds), new SystemTime())) {
                throw new CommandFailure(
                        ExitCode.FAILED,
                        "tenure (pid %d) did not stop within %d s: wait longer with --timeout, or kill -9 %d (nothing acknowledged is lost)"
                                .formatted(pid.get(), timeoutSeconds, pid.get()));
            }
        }
        out.println("tenure (pid %d) stopped".formatted(pid.get()));
        out.flush();
        return ExitCode.OK;
    }
}
