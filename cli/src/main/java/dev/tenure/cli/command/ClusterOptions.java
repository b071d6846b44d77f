package dev.tenure.cli.command;

import dev.tenure.cli.kubeconfig.DataDirectory;
import dev.tenure.cli.kubeconfig.KubeconfigParser;
import dev.tenure.client.ClusterClient;
import dev.tenure.client.rest.ConnectionException;
import dev.tenure.client.rest.HttpEndpoint;
import dev.tenure.model.meta.Caller;
import dev.tenure.wire.json.JsonSyntaxException;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Which cluster a command talks to: `--kubeconfig`, else the `tenure up` of `--data-dir`, else
/// `$KUBECONFIG`, else the `tenure up` of this user.
public final class ClusterOptions {
    @Option(names = "--kubeconfig", paramLabel = "FILE", description = "The cluster to talk to.")
    private @Nullable Path kubeconfig;

    @Option(names = "--data-dir", paramLabel = "DIR", description = "Talk to the `tenure up` of this data directory.")
    private @Nullable Path dataDir;

    /// Whether the command line names a cluster.
    public boolean named() {
        return kubeconfig != null || dataDir != null;
    }

    /// The kubeconfig that is used.
    public Path file() {
        if (kubeconfig != null) {
            return kubeconfig;
        }
        if (dataDir != null) {
            return new DataDirectory(dataDir.toAbsolutePath().normalize()).kubeconfig();
        }
        String list = System.getenv("KUBECONFIG");
        if (list != null && !list.isEmpty()) {
            String first = list.split(File.pathSeparator, 2)[0];
            if (Files.exists(Path.of(first))) {
                return Path.of(first);
            }
        }
        return DataDirectory.byDefault(System.getenv()).kubeconfig();
    }

    /// Connects.
    ///
    /// @throws CommandFailure when the kubeconfig cannot be used
    public HttpEndpoint endpoint() {
        try {
            return new HttpEndpoint(KubeconfigParser.read(file()));
        } catch (ConnectionException e) {
            throw new CommandFailure(ExitCode.FAILED, String.valueOf(e.getMessage()));
        }
    }

    /// What a command does with a connection.
    public interface Asking {
        /// @return the exit code
        int ask(HttpEndpoint endpoint);
    }

    /// Connects, asks, and lets go of the connection.
    ///
    /// @return what `asking` returns
    /// @throws CommandFailure when the kubeconfig cannot be used, nothing answers, or the answer is no JSON
    public int ask(Asking asking) {
        try (HttpEndpoint endpoint = endpoint()) {
            return asking.ask(endpoint);
        } catch (ConnectionException e) {
            throw new CommandFailure(
                    ExitCode.NOT_RUNNING, e.getMessage() + ": is it running? start it with `tenure up`");
        } catch (JsonSyntaxException e) {
            throw new CommandFailure(
                    ExitCode.FAILED, "the server answers something that is no JSON: " + e.getMessage());
        }
    }

    /// Typed calls over a connection.
    public static ClusterClient client(HttpEndpoint endpoint) {
        return new ClusterClient(endpoint, Caller.component("", List.of(), "tenure"));
    }
}
