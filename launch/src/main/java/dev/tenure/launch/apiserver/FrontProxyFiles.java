package dev.tenure.launch.apiserver;

import dev.tenure.apiserver.pki.Pem;
import dev.tenure.kinds.aggregation.FrontProxy;
import dev.tenure.runtime.callout.Peer;
import dev.tenure.runtime.io.IoWords;
import dev.tenure.runtime.tls.PemReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Optional;

/// Who a server is to servers that it passes requests on to, as files say that somebody else looks after.
///
/// @param client certificate and key that are shown; empty: none
/// @param authorities of front proxies, which are published; empty: none
/// @param names of front proxies, which are published; none: whatever the authorities vouch for
public record FrontProxyFiles(Optional<Pair> client, Optional<Path> authorities, List<String> names) {
    public FrontProxyFiles {
        names = List.copyOf(names);
    }

    /// @param certificate in PEM, with those that vouch for it
    public record Pair(Path certificate, Path key) {}

    /// @param clients PEM certificates that vouch for clients in general
    /// @throws IllegalArgumentException when a file cannot be used
    ServerCertificates.Proxy read(String clients) {
        return new ServerCertificates.Proxy(
                client.map(FrontProxyFiles::shown),
                new FrontProxy.Trust(
                        clients, authorities.map(FrontProxyFiles::certificates).orElse(""), names));
    }

    private static Peer.Shown shown(Pair pair) {
        try {
            return new Peer.Shown(Pem.certificates(text(pair.certificate())), PemReader.privateKey(text(pair.key())));
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("the certificate %s and the key %s cannot be used: %s"
                    .formatted(pair.certificate(), pair.key(), e.getMessage()));
        }
    }

    private static String certificates(Path file) {
        try {
            var all = new StringBuilder();
            Pem.certificates(text(file)).forEach(one -> all.append(Pem.of(one)));
            return all.toString();
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("%s is no PEM certificate: %s".formatted(file, e.getMessage()));
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new IllegalArgumentException("%s cannot be read (%s)".formatted(file, IoWords.briefly(e)));
        }
    }
}
