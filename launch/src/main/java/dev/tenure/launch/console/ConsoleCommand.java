package dev.tenure.launch.console;

import dev.tenure.cli.command.ClusterOptions;
import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.cli.kubeconfig.KubeconfigParser;
import dev.tenure.client.ClusterClient;
import dev.tenure.client.rest.Connection;
import dev.tenure.client.rest.ConnectionException;
import dev.tenure.client.rest.HttpEndpoint;
import dev.tenure.console.follow.FollowedCluster;
import dev.tenure.console.page.ConsoleSite;
import dev.tenure.console.session.ConsoleServer;
import dev.tenure.console.viewer.Forecaster;
import dev.tenure.console.viewer.HttpTenurePages;
import dev.tenure.console.viewer.Viewer;
import dev.tenure.launch.memory.Headroom;
import dev.tenure.launch.memory.HeapCare;
import dev.tenure.launch.memory.Visits;
import dev.tenure.runtime.io.Termination;
import dev.tenure.runtime.loop.ThreadedLoop;
import dev.tenure.runtime.observe.LoggedFaults;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.runtime.time.TimeSource;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// Serves the console of a cluster on this machine until it is interrupted.
@Command(
        name = "console",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Show a cluster in a browser: who may live where, who leaves when, and what a change would do.",
            "Serves plain HTTP on this machine only and acts as the user of the kubeconfig. The printed address lets"
                    + " one browser in, once."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:stopped as asked",
            "1:it could not start",
            "2:the command line is wrong",
            "3:nothing answers there"
        })
public final class ConsoleCommand implements Callable<Integer> {
    private static final int WORKERS_MAX = 16;
    private static final int PORT_MAX = 65_535;
    private static final Duration REST = Duration.ofMillis(5);

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Option(
            names = "--context",
            paramLabel = "NAME",
            description = "The context of the kubeconfig to use (default: its current one).")
    private String context = "";

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "0",
            description = "Where to listen on 127.0.0.1 (default: a free port).")
    private int port;

    @Option(names = "--no-open", description = "Only print the address; do not open a browser.")
    private boolean closed;

    @Override
    public Integer call() {
        if (port < 0 || port > PORT_MAX) {
            throw new CommandFailure(ExitCode.USAGE, "--port %d is out of range: 0 to %d".formatted(port, PORT_MAX));
        }
        var time = new SystemTime();
        Connection connection = connection();
        Termination termination = Termination.install();
        try (var endpoint = new HttpEndpoint(connection);
                var loop = new ThreadedLoop("console", time, WORKERS_MAX, new LoggedFaults(), REST)) {
            Viewer viewer = viewer(connection, endpoint, loop, time);
            try (var server = new ConsoleServer(viewer, time, port)) {
                HeapCare.start(new Visits(server::asked, () -> 0));
                viewer.copy().start();
                server.start();
                printAddress(server, viewer);
                termination.await();
            }
            return termination.ending(ExitCode.OK);
        } catch (ConnectionException e) {
            throw new CommandFailure(ExitCode.NOT_RUNNING, e.getMessage() + ": is it running? " + cluster.start());
        } catch (IOException e) {
            throw new CommandFailure(
                    ExitCode.FAILED, e.getMessage() + ": choose another --port, or --port 0 for a free one");
        } finally {
            termination.done();
        }
    }

    private Connection connection() {
        try {
            return KubeconfigParser.read(cluster.file(), context);
        } catch (ConnectionException e) {
            throw new CommandFailure(ExitCode.FAILED, String.valueOf(e.getMessage()));
        }
    }

    private Viewer viewer(Connection connection, HttpEndpoint endpoint, ThreadedLoop loop, TimeSource time) {
        ClusterClient client = ClusterOptions.client(endpoint);
        var identity = new Viewer.Identity(
                client.username(),
                connection.server().toString(),
                ConsoleSite.kubectl(cluster.file().toAbsolutePath().normalize().toString(), context));
        var copy = new FollowedCluster(loop, client, FollowedCluster.namespaceFor(client, connection.namespace()));
        return new Viewer(
                client, copy, new HttpTenurePages(endpoint), time, new Forecaster(time, Headroom::holdsHere), identity);
    }

    private void printAddress(ConsoleServer server, Viewer viewer) {
        String address = server.address();
        PrintWriter out = spec.commandLine().getOut();
        out.println("console of %s, as %s"
                .formatted(viewer.identity().cluster(), viewer.identity().user()));
        out.println("  " + address);
        out.println("The address lets one browser in, once, within 15 minutes. Interrupt to stop.");
        out.flush();
        if (!closed) {
            Browser.open(address);
        }
    }
}
