package dev.tenure.client.rest;

import java.net.URI;
import java.util.Optional;

/// Where a cluster is and who asks.
///
/// @param server for example `https://127.0.0.1:6443`
/// @param trust what the server's certificate is checked against
/// @param credentials how the caller proves itself
/// @param namespace the namespace of the context; `default` when it names none
public record Connection(URI server, Trust trust, Credentials credentials, String namespace) {
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
