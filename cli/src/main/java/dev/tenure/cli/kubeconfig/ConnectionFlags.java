package dev.tenure.cli.kubeconfig;

import dev.tenure.client.rest.Connection.Impersonated;
import dev.tenure.client.rest.Connection.Way;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/// What a command line says in place of what stands in kubeconfig files, as kubectl's flags do.
///
/// @param names of the entries that are used
/// @param server of the cluster
/// @param proof of who the caller is
/// @param impersonated in whose name requests are made
/// @param answerWithin how long a request may take; empty for as long as it takes
public record ConnectionFlags(
        Names names, Server server, Proof proof, Optional<Impersonated> impersonated, Optional<Duration> answerWithin) {
    /// Nothing: everything is as the files say.
    public static final ConnectionFlags NONE = new ConnectionFlags(
            new Names(Optional.empty(), Optional.empty(), Optional.empty()),
            new Server(Optional.empty(), Optional.empty(), false, Optional.empty()),
            new Proof(Optional.empty(), Optional.empty(), Optional.empty()),
            Optional.empty(),
            Way.DIRECT.answerWithin());

    /// `--context`, `--cluster`, `--user`.
    public record Names(Optional<String> context, Optional<String> cluster, Optional<String> user) {}

    /// `--server`, `--certificate-authority`, `--insecure-skip-tls-verify`, `--tls-server-name`.
    public record Server(
            Optional<String> address, Optional<Path> authority, boolean insecure, Optional<String> tlsName) {}

    /// `--token`, `--client-certificate`, `--client-key`.
    public record Proof(Optional<String> token, Optional<Path> certificate, Optional<Path> key) {
        boolean isGiven() {
            return token.isPresent() || certificate.isPresent() || key.isPresent();
        }

        @Override
        public String toString() {
            return "Proof[…]";
        }
    }

    /// The same with another context; an empty one is the current one.
    public static ConnectionFlags ofContext(String context) {
        var names = new Names(
                context.isEmpty() ? Optional.empty() : Optional.of(context), Optional.empty(), Optional.empty());
        return new ConnectionFlags(names, NONE.server, NONE.proof, NONE.impersonated, NONE.answerWithin);
    }
}
