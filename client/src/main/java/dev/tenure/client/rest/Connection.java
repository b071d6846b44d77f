package dev.tenure.client.rest;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Where a cluster is and who asks.
///
/// @param server for example `https://127.0.0.1:6443`
/// @param trust what the server's certificate is checked against
/// @param credentials how the caller proves itself
/// @param namespace the namespace of the context; `default` when it names none
/// @param way how requests go to the server
public record Connection(URI server, Trust trust, Credentials credentials, String namespace, Way way) {
    /// How requests go to a server.
    ///
    /// @param proxy an HTTP proxy that they go through; empty for none
    /// @param serverName the name that the server's certificate must be for, where that is not its host
    /// @param impersonated in whose name they are made, where that is not the caller's own
    /// @param answerWithin how long a request other than a watch may take; empty for as long as it takes
    public record Way(
            Optional<InetSocketAddress> proxy,
            Optional<String> serverName,
            Optional<Impersonated> impersonated,
            Optional<Duration> answerWithin) {
        /// Straight, as the caller, a minute at most.
        public static final Way DIRECT =
                new Way(Optional.empty(), Optional.empty(), Optional.empty(), Optional.of(Duration.ofMinutes(1)));
    }

    /// Another one as whom the server is to see the caller, who must be allowed that. Upstream:
    /// client-go/transport.ImpersonationConfig.
    ///
    /// @param uid empty for none
    /// @param extra further words about the user, by their keys
    public record Impersonated(String user, List<String> groups, String uid, Map<String, List<String>> extra) {
        public Impersonated {
            groups = List.copyOf(groups);
            extra = Collections.unmodifiableMap(new TreeMap<>(extra));
        }
    }

    /// Which servers are believed to be the cluster.
    public sealed interface Trust {
        /// Those that the authorities known to this machine vouch for.
        record Machine() implements Trust {}

        /// Those that one of these vouches for.
        ///
        /// @param certificates PEM
        record Authorities(String certificates) implements Trust {}

        /// Whoever answers: `insecure-skip-tls-verify`.
        record Anyone() implements Trust {}
    }

    /// The PEM certificates that the server's is checked against, where the connection names them.
    public Optional<String> authority() {
        return trust instanceof Trust.Authorities(String certificates) ? Optional.of(certificates) : Optional.empty();
    }

    /// How a caller proves who it is.
    public sealed interface Credentials {
        record Anonymous() implements Credentials {}

        record Token(String token) implements Credentials {
            @Override
            public String toString() {
                return "Token[…]";
            }
        }

        /// A token in a file that somebody writes anew before it is over, as a kubelet does for its pods.
        ///
        /// @param known where the file cannot be read at the moment
        record TokenFile(Path file, String known) implements Credentials {
            /// What stands in the file now. It is read each time: that costs far less than the request.
            String token() {
                try {
                    String now = Files.readString(file).strip();
                    return now.isEmpty() ? known : now;
                } catch (IOException _) {
                    return known;
                }
            }

            @Override
            public String toString() {
                return "TokenFile[" + file + "]";
            }
        }

        /// @param certificate PEM
        /// @param key PEM, PKCS #8, PKCS #1 or SEC 1
        record Certificate(String certificate, String key) implements Credentials {
            @Override
            public String toString() {
                return "Certificate[…]";
            }
        }
    }
}
