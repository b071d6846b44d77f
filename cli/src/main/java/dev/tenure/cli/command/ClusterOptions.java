package dev.tenure.cli.command;

import dev.tenure.cli.kubeconfig.DataDirectory;
import dev.tenure.cli.kubeconfig.KubeconfigFiles;
import dev.tenure.cli.kubeconfig.KubeconfigParser;
import dev.tenure.client.ClusterClient;
import dev.tenure.client.rest.Connection;
import dev.tenure.client.rest.ConnectionException;
import dev.tenure.client.rest.HttpEndpoint;
import dev.tenure.model.meta.Caller;
import dev.tenure.runtime.io.ShellWord;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonSyntaxException;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Which cluster a command talks to: `--kubeconfig`, else the `tenure up` of `--data-dir`, else
/// `$KUBECONFIG`, else the `tenure up` of this user, else `~/.kube/config`, else in a pod the cluster that it
/// runs in.
public final class ClusterOptions {
    /// Where a kubelet puts the service account of a pod.
    private static final Path ACCOUNT = Path.of("/var/run/secrets/kubernetes.io/serviceaccount");

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
        return files().getFirst();
    }

    /// All kubeconfigs that count, the first one most. Of those that `$KUBECONFIG` lists, those that exist;
    /// without it that of the `tenure up` of this user, else `~/.kube/config`, which comes first where
    /// kubectl has called.
    private List<Path> files() {
        if (kubeconfig != null) {
            return List.of(kubeconfig);
        }
        if (dataDir != null) {
            return List.of(DataDirectory.in(dataDir).kubeconfig());
        }
        String list = System.getenv().getOrDefault("KUBECONFIG", "");
        List<Path> listed = Stream.of(list.split(File.pathSeparator))
                .filter(file -> !file.isEmpty())
                .map(Path::of)
                .filter(Files::exists)
                .toList();
        if (!listed.isEmpty()) {
            return listed;
        }
        Path own = DataDirectory.byDefault(System.getenv()).kubeconfig();
        Path usual = Path.of(System.getenv().getOrDefault("HOME", System.getProperty("user.home")), ".kube", "config");
        boolean first = CalledAs.now().plugin() || !Files.exists(own);
        return List.of(first && Files.exists(usual) ? usual : own);
    }

    /// The names of the entries of the kubeconfigs.
    ///
    /// @param list for example `contexts`
    /// @throws ConnectionException when a file cannot be read
    public List<String> names(String list) {
        return KubeconfigFiles.read(files()).names(list);
    }

    /// Connects.
    ///
    /// @throws CommandFailure when the kubeconfig cannot be used
    public HttpEndpoint endpoint() {
        return endpoint(new ServerOptions());
    }

    /// The same with what further options say.
    ///
    /// @throws CommandFailure when the kubeconfig cannot be used
    public HttpEndpoint endpoint(ServerOptions further) {
        try {
            return new HttpEndpoint(connection(further));
        } catch (ConnectionException e) {
            throw new CommandFailure(ExitCode.FAILED, String.valueOf(e.getMessage()));
        }
    }

    /// Where the cluster is and who asks, as kubeconfigs and options say. With an address, no kubeconfig has
    /// to be there.
    ///
    /// @throws ConnectionException when the kubeconfig cannot be used
    public Connection connection(ServerOptions further) {
        List<Path> files = files();
        boolean absent = !named() && !Files.exists(files.getFirst());
        boolean none = absent && further.isAddressed();
        if (absent && !none) {
            Optional<Connection> ours = KubeconfigParser.readInCluster(ACCOUNT, further.flags(), System.getenv());
            if (ours.isPresent()) {
                return ours.get();
            }
        }
        return KubeconfigParser.read(none ? List.of() : files, further.flags(), System.getenv());
    }

    /// The namespace that is meant where none is named: that of the command line, else that of the context.
    ///
    /// @throws CommandFailure when the kubeconfig cannot be used
    public String namespace(ConnectionOptions further) {
        try {
            return further.namespace()
                    .orElseGet(() -> connection(further.server()).namespace());
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
        return ask(new ServerOptions(), asking);
    }

    /// The same with what further options say.
    public int ask(ServerOptions further, Asking asking) {
        try (HttpEndpoint endpoint = endpoint(further)) {
            return asking.ask(endpoint);
        } catch (ConnectionException e) {
            throw new CommandFailure(ExitCode.NOT_RUNNING, e.getMessage() + ": is it running? " + start());
        } catch (JsonSyntaxException e) {
            throw new CommandFailure(
                    ExitCode.FAILED, "the server answers something that is no JSON: " + e.getMessage());
        }
    }

    /// What a command fails with that is answered something else than it asked for.
    static CommandFailure answered(HttpEndpoint.RawReply reply) {
        String text = reply.text().strip();
        String message = text.startsWith("{")
                ? Json.readObject(reply.body()).path("message").asText()
                : text;
        return new CommandFailure(
                ExitCode.FAILED,
                "the server answers %d: %s".formatted(reply.code(), message.isEmpty() ? text : message));
    }

    /// What to do when nothing answers: how the cluster is started again that is meant.
    public String start() {
        return start(file(), DataDirectory.byDefault(System.getenv()));
    }

    /// @param usual what `tenure up` takes when it is told nothing
    static String start(Path kubeconfig, DataDirectory usual) {
        Path file = kubeconfig.toAbsolutePath().normalize();
        var its = new DataDirectory(Objects.requireNonNullElse(file.getParent(), file));
        boolean other = !its.equals(usual) && its.kubeconfig().equals(file) && Files.isDirectory(its.pki());
        return "start it with `tenure up" + (other ? " --data-dir " + ShellWord.of(its.root()) : "") + "`";
    }

    /// Typed calls over a connection.
    public static ClusterClient client(HttpEndpoint endpoint) {
        return new ClusterClient(endpoint, Caller.component("", List.of(), "tenure"));
    }
}
