package dev.tenure.client.rest;

import java.net.URI;
import java.util.Optional;

/// Where a cluster is and who asks.
///
/// @param server for example `https://127.0.0.1:6443`
/// @param authority PEM certificates that the server's certificate is checked against; absent: those of
///     the machine
/// @param credentials how the caller proves itself
/// @param namespace the namespace of the context; `default` when it names none
public record Connection(URI server, Optional<String> authority, Credentials credentials, String namespace) {
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
