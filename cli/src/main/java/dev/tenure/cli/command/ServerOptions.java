package dev.tenure.cli.command;

import dev.tenure.cli.kubeconfig.ConnectionFlags;
import dev.tenure.cli.kubeconfig.ConnectionFlags.Names;
import dev.tenure.cli.kubeconfig.ConnectionFlags.Proof;
import dev.tenure.cli.kubeconfig.ConnectionFlags.Server;
import dev.tenure.client.rest.Connection.Impersonated;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;

/// kubectl's flags about where the cluster is and who asks, under kubectl's names.
public final class ServerOptions {
    @Option(names = "--context", paramLabel = "NAME", description = "The context of the kubeconfig to use.")
    private Optional<String> context = Optional.empty();

    @Option(names = "--cluster", paramLabel = "NAME", description = "The cluster of the kubeconfig to use.")
    private Optional<String> cluster = Optional.empty();

    @Option(names = "--user", paramLabel = "NAME", description = "The user of the kubeconfig to use.")
    private Optional<String> user = Optional.empty();

    @Option(
            names = {"-s", "--server"},
            paramLabel = "URL",
            description = "Address of the API server.")
    private Optional<String> server = Optional.empty();

    @Option(names = "--token", paramLabel = "TOKEN", description = "Bearer token.")
    private Optional<String> token = Optional.empty();

    @Option(
            names = "--certificate-authority",
            paramLabel = "FILE",
            description = "Certificates of the authorities that vouch for the server, PEM.")
    private Optional<Path> authority = Optional.empty();

    @Option(
            names = "--insecure-skip-tls-verify",
            arity = "0..1",
            fallbackValue = "true",
            paramLabel = "BOOL",
            description = "Do not check the server's certificate.")
    private boolean insecure;

    @Option(
            names = "--tls-server-name",
            paramLabel = "NAME",
            description = "Name that the server's certificate is for.")
    private Optional<String> tlsServerName = Optional.empty();

    @Option(names = "--client-certificate", paramLabel = "FILE", description = "The caller's certificate, PEM.")
    private Optional<Path> certificate = Optional.empty();

    @Option(names = "--client-key", paramLabel = "FILE", description = "Its key, PEM.")
    private Optional<Path> key = Optional.empty();

    @Option(names = "--as", paramLabel = "USER", description = "Ask in the name of another user.")
    private Optional<String> as = Optional.empty();

    @Option(names = "--as-group", paramLabel = "GROUP", description = "A group of that user. May be repeated.")
    private List<String> asGroups = List.of();

    @Option(names = "--as-uid", paramLabel = "UID", description = "The uid of that user.")
    private String asUid = "";

    @Option(
            names = "--request-timeout",
            paramLabel = "DURATION",
            converter = Timeout.class,
            description = "How long one request may take, 0 for as long as it takes (default: 1m).")
    private Optional<Duration> timeout = ConnectionFlags.NONE.answerWithin();

    /// A duration, or a number of seconds.
    static final class Timeout implements ITypeConverter<Duration> {
        @Override
        public Duration convert(String text) {
            return new DurationConverter().convert(text.matches("\\d+") ? text + "s" : text);
        }
    }

    /// Whether the command line says where the cluster is.
    public boolean isNamed() {
        return context.isPresent() || cluster.isPresent() || server.isPresent();
    }

    /// Whether no file has to say where the cluster is.
    boolean isAddressed() {
        return server.isPresent();
    }

    /// Which cluster is meant, as messages name it.
    ///
    /// @param file the kubeconfig
    public String name(String file) {
        return server.orElseGet(() ->
                context.map(name -> "context %s of %s".formatted(name, file)).orElse(file));
    }

    /// @throws CommandFailure when a group or uid is given, but no user
    ConnectionFlags flags() {
        if (as.isEmpty() && (!asGroups.isEmpty() || !asUid.isEmpty())) {
            throw new CommandFailure(
                    ExitCode.USAGE, "--as-group and --as-uid say more about the user of --as: give --as too");
        }
        return new ConnectionFlags(
                new Names(context, cluster, user),
                new Server(server, authority, insecure, tlsServerName),
                new Proof(token, certificate, key),
                as.map(name -> new Impersonated(name, asGroups, asUid, Map.of())),
                timeout.filter(limit -> !limit.isZero()));
    }
}
