package dev.tenure.launch.process;

import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.cli.kubeconfig.DataDirectory;
import dev.tenure.runtime.io.Background;
import dev.tenure.runtime.io.BoundedLog;
import dev.tenure.runtime.io.IoWords;
import dev.tenure.runtime.io.ShellWord;
import dev.tenure.runtime.io.Termination;
import dev.tenure.runtime.observe.LoggedFaults;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.store.StoreUnavailableException;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.logging.Logger;

/// One run of a server in this process: takes the data directory, starts, says that it is ready, and waits
/// for the end.
public final class Foreground {
    private static final System.Logger LOG = System.getLogger(Foreground.class.getPackageName());

    private final DataDirectory directory;
    private final boolean ephemeral;
    private final PrintWriter out;
    private final SystemTime time = new SystemTime();

    /// @param ephemeral whether objects are kept in memory only, which the banner says
    public Foreground(DataDirectory directory, boolean ephemeral, PrintWriter out) {
        this.directory = directory;
        this.ephemeral = ephemeral;
        this.out = out;
    }

    /// What runs.
    public interface Server extends AutoCloseable {
        /// For example `https://127.0.0.1:6443`.
        String address();

        @Override
        void close();
    }

    /// Starts what runs.
    @FunctionalInterface
    public interface Starter {
        /// Returns when the server is ready.
        Server start(SystemTime time, Trouble trouble) throws IOException;
    }

    /// Runs until the process is asked to stop.
    ///
    /// @return the exit code
    /// @throws CommandFailure when it could not start
    public int run(Starter starter) {
        Termination termination = Termination.install();
        if (Detached.isBackground()) {
            Logger.getLogger("").addHandler(new BoundedLog(directory.log()));
        }
        var faults = new LoggedFaults();
        Background.reportUncaught((thread, e) -> faults.report("threads", thread, e));
        try (DirectoryLock _ = DirectoryLock.take(directory);
                Server server = starter.start(time, new Trouble(faults, termination::fail, termination::isAsked))) {
            banner(server, ProcessAge.at(time.wall()));
            boolean orderly = termination.await();
            LOG.log(System.Logger.Level.INFO, "stopping");
            return termination.ending(orderly ? ExitCode.OK : ExitCode.FAILED);
        } catch (StoreUnavailableException e) {
            throw new CommandFailure(ExitCode.FAILED, String.valueOf(e.getMessage()));
        } catch (IOException e) {
            throw new CommandFailure(
                    ExitCode.FAILED,
                    "data directory \"%s\" cannot be used (%s)".formatted(directory.root(), IoWords.briefly(e)));
        } finally {
            termination.done();
        }
    }

    private void banner(Server server, Duration took) {
        out.printf(Locale.ROOT, "tenure is ready in %.2f s%n", took.toMillis() / 1000.0);
        out.printf("  address     %s%n", server.address());
        out.printf("  data        %s%s%n", directory.root(), ephemeral ? " (objects in memory only)" : "");
        out.printf("  kubeconfig  %s%n%n", directory.kubeconfig());
        out.printf("  export KUBECONFIG=%s%n", ShellWord.of(directory.kubeconfig()));
        if (Detached.isBackground()) {
            out.println(Detached.READY);
        }
        out.flush();
    }
}
