package dev.tenure.cli.command;

import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// kubectl's flags about the cluster, under kubectl's names.
public final class ConnectionOptions {
    @Mixin
    private ServerOptions server = new ServerOptions();

    @Option(
            names = {"-n", "--namespace"},
            paramLabel = "NAMESPACE",
            description =
                    "Where things are that the command names without a namespace (default: the context's). The whole cluster is"
                            + " read anyway.")
    private Optional<String> namespace = Optional.empty();

    /// Where the cluster is and who asks.
    public ServerOptions server() {
        return server;
    }

    /// The namespace that is given.
    public Optional<String> namespace() {
        return namespace;
    }
}
