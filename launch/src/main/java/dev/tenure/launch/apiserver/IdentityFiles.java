package dev.tenure.launch.apiserver;

import dev.tenure.apiserver.authn.TokenKeys;
import dev.tenure.runtime.callout.Peer;
import java.nio.file.Path;
import java.security.PublicKey;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;

/// Who a server is and whom it knows, as far as files say that somebody else looks after; the data directory
/// says the rest.
///
/// @param serving what it shows to its clients
/// @param clients certificates that vouch for clients, beside the server's own authority
/// @param tokens keys of service accounts' tokens
record IdentityFiles(Optional<PemFiles.Pair> serving, Optional<Path> clients, Optional<Tokens> tokens) {
    /// The data directory says everything.
    public static final IdentityFiles NONE = new IdentityFiles(Optional.empty(), Optional.empty(), Optional.empty());

    /// @param signing the private key that signs
    /// @param trusted whose tokens are good; the signing key's public half is among them
    public record Tokens(Path signing, List<Path> trusted) {
        public Tokens {
            trusted = List.copyOf(trusted);
        }

        /// @throws IllegalArgumentException when the files cannot be used
        TokenKeys read() {
            List<PublicKey> all = trusted.stream()
                    .flatMap(file -> PemFiles.publicKeys(file).stream())
                    .toList();
            try {
                return TokenKeys.of(PemFiles.privateKey(signing), all);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(
                        "%s and %s cannot sign tokens: %s".formatted(signing, trusted, e.getMessage()));
            }
        }
    }

    /// @throws IllegalArgumentException when the files cannot be used
    Optional<Peer.Shown> shown() {
        return serving.map(PemFiles::shown);
    }

    /// @throws IllegalArgumentException when the file cannot be used
    List<X509Certificate> clientAuthorities() {
        return clients.map(PemFiles::certificates).orElse(List.of());
    }

    /// Reads everything once.
    ///
    /// @throws IllegalArgumentException when a file cannot be used; it says which
    void check() {
        shown();
        if (clients.isPresent() && clientAuthorities().isEmpty()) {
            throw new IllegalArgumentException("%s holds no certificate".formatted(clients.get()));
        }
        tokens.ifPresent(Tokens::read);
    }
}
