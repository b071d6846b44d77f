package dev.tenure.launch.apiserver;

import dev.tenure.apiserver.pki.Identity;
import dev.tenure.apiserver.pki.Pem;
import dev.tenure.apiserver.pki.PkiFolder;
import dev.tenure.kinds.aggregation.FrontProxy;
import dev.tenure.model.meta.Caller;
import dev.tenure.runtime.callout.Peer;
import dev.tenure.runtime.tls.CertificateSubject;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What an API server shows and trusts, in a folder: nobody else writes there while the server runs.
///
/// @param hosts DNS names and IP addresses that the server's certificate answers for
/// @param proxy files that say who the server is as a front proxy; empty: the folder does
/// @param files that say the like of the rest
record ServerCertificates(Path folder, List<String> hosts, Optional<FrontProxyFiles> proxy, IdentityFiles files) {
    ServerCertificates {
        hosts = List.copyOf(hosts);
    }

    /// What is in use.
    ///
    /// @param authority vouches for the others, unless files say what they are
    /// @param own what the server shows to its clients
    /// @param vouchers for that: who trusts these trusts the server
    /// @param clients who vouches for clients
    /// @param agentClient what it shows to the agents of nodes
    /// @param admin the administrator's, for the kubeconfig
    /// @param proxy what it shows to servers that it passes requests on to, and what these have to know
    record Shown(
            Identity authority,
            Peer.Shown own,
            List<X509Certificate> vouchers,
            List<X509Certificate> clients,
            Identity agentClient,
            Identity admin,
            Proxy proxy) {
        Shown {
            vouchers = List.copyOf(vouchers);
            clients = List.copyOf(clients);
        }
    }

    /// Who the server is to servers that it passes requests on to.
    record Proxy(Optional<Peer.Shown> shown, FrontProxy.Trust trust) {}

    /// What is in the folder; what is missing or ends soon is made.
    ///
    /// @throws IllegalArgumentException when something there is damaged
    Shown at(Instant now) {
        var pki = new PkiFolder(folder, now);
        Identity authority = pki.authority();
        X509Certificate known = authority.certificate();
        Optional<Peer.Shown> given = files.shown();
        List<X509Certificate> clients = joined(known, files.clientAuthorities());
        String clientText = text(clients);
        return new Shown(
                authority,
                given.orElseGet(() -> own(pki, authority)),
                joined(known, given.map(Peer.Shown::chain).orElse(List.of())),
                clients,
                pki.client(
                        authority,
                        "apiserver-kubelet-client",
                        "kube-apiserver-kubelet-client",
                        List.of(Caller.AGENT_CLIENTS)),
                pki.client(authority, "admin", "tenure-admin", List.of(Caller.SYSTEM_MASTERS)),
                proxy.map(named -> named.read(clientText)).orElseGet(() -> proxy(pki, clientText)));
    }

    private Peer.Shown own(PkiFolder pki, Identity authority) {
        Identity own = pki.server(authority, hosts);
        return new Peer.Shown(List.of(own.certificate(), authority.certificate()), own.key());
    }

    private static List<X509Certificate> joined(X509Certificate one, List<X509Certificate> more) {
        return Stream.concat(Stream.of(one), more.stream()).toList();
    }

    private static String text(List<X509Certificate> certificates) {
        return certificates.stream().map(Pem::of).collect(Collectors.joining());
    }

    private static Proxy proxy(PkiFolder pki, String clients) {
        Identity authority = pki.frontProxyAuthority();
        Identity shown = pki.frontProxy(authority);
        String name = CertificateSubject.of(shown.certificate())
                .map(CertificateSubject::name)
                .orElseThrow();
        return new Proxy(
                Optional.of(new Peer.Shown(List.of(shown.certificate()), shown.key())),
                new FrontProxy.Trust(clients, Pem.of(authority.certificate()), List.of(name)));
    }

    /// The same with new keys and certificates, though those that are there would last.
    Shown anew(Instant now) {
        new PkiFolder(folder, now).renew();
        return at(now);
    }

    /// PEM certificates: who trusts these trusts the server.
    static String vouchers(Shown shown) {
        return text(shown.vouchers());
    }
}
