package dev.tenure.launch.apiserver;

import dev.tenure.apiserver.pki.Pem;
import dev.tenure.kinds.aggregation.FrontProxy;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Who a server is to servers that it passes requests on to, as files say that somebody else looks after.
///
/// @param client certificate and key that are shown; empty: none
/// @param authorities of front proxies, which are published; empty: none
/// @param names of front proxies, which are published; none: whatever the authorities vouch for
record FrontProxyFiles(Optional<PemFiles.Pair> client, Optional<Path> authorities, List<String> names) {
    public FrontProxyFiles {
        names = List.copyOf(names);
    }

    /// @param clients PEM certificates that vouch for clients in general
    /// @throws IllegalArgumentException when a file cannot be used
    ServerCertificates.Proxy read(String clients) {
        return new ServerCertificates.Proxy(
                client.map(PemFiles::shown),
                new FrontProxy.Trust(
                        clients, authorities.map(FrontProxyFiles::text).orElse(""), names));
    }

    private static String text(Path file) {
        return PemFiles.certificates(file).stream().map(Pem::of).collect(Collectors.joining());
    }
}
