package dev.tenure.launch.up;

import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.launch.process.ControlServer;
import dev.tenure.launch.process.Detached;
import dev.tenure.launch.process.DirectoryLock;
import dev.tenure.launch.process.RestartCommand;
import dev.tenure.runtime.io.Termination;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.store.StoreUnavailableException;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/// One run of `tenure up`: takes the data directory, starts the cluster, says so, and waits for the end.
final class Up {
    private static final System.Logger LOG = System.getLogger(Up.class.getPackageName());

    private final UpConfig config;
    private final PrintWriter out;
    private final SystemTime time = new SystemTime();

    Up(UpConfig config, PrintWriter out) {
        this.config = config;
        this.out = out;
    }

    /// @return the exit code
    int run() {
        Instant began = ProcessHandle.current().info().startInstant().orElseGet(time::wall);
        try (DirectoryLock _ = DirectoryLock.take(config.directory())) {
            Termination termination = Termination.install();
            try (Cluster cluster = Cluster.start(config, time, (loop, cause) -> failed(termination, loop, cause));
                    ControlServer _ = control(cluster)) {
                cluster.makeNodes(this::progress);
                banner(cluster, Duration.between(began, time.wall()));
                termination.await();
                LOG.log(System.Logger.Level.INFO, "stopping");
            } finally {
                termination.done();
            }
            return ExitCode.OK;
        } catch (StoreUnavailableException e) {
            throw new CommandFailure(ExitCode.FAILED, String.valueOf(e.getMessage()));
        } catch (IOException e) {
            throw new CommandFailure(
                    ExitCode.FAILED,
                    "data directory \"%s\" cannot be used (%s)"
                            .formatted(config.directory().root(), DirectoryLock.reason(e)));
        }
    }

    private ControlServer control(Cluster cluster) throws IOException {
        return ControlServer.start(config.directory().control(), order -> {
            String restart = RestartCommand.ORDER + " " + RestartCommand.Component.controllers;
            if (!order.equals(restart)) {
                return "error: order \"%s\" is not known".formatted(order);
            }
            cluster.restartControllers();
            return "ok";
        });
    }

    private static void failed(Termination termination, String loop, Throwable cause) {
        LOG.log(System.Logger.Level.ERROR, "loop " + loop + " has stopped: a bug, please report it", cause);
        termination.ask();
    }

    private void progress(int done, int all) {
        out.printf(Locale.ROOT, "made %d of %d nodes%n", done, all);
        out.flush();
    }

    private void banner(Cluster cluster, Duration took) {
        out.printf(Locale.ROOT, "tenure is ready in %.2f s%n", took.toMillis() / 1000.0);
        out.printf("  address     %s%n", cluster.address());
        out.printf(
                "  data        %s%s%n",
                config.directory().root(), config.ephemeral() ? " (objects in memory only)" : "");
        out.printf("  kubeconfig  %s%n%n", config.directory().kubeconfig());
        out.printf("  export KUBECONFIG=%s%n", config.directory().kubeconfig());
        if (Detached.isBackground()) {
            out.println(Detached.READY);
        }
        out.flush();
    }
}
