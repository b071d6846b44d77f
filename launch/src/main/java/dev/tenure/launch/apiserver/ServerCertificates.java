package dev.tenure.launch.apiserver;

import dev.tenure.apiserver.pki.Identity;
import dev.tenure.apiserver.pki.Pem;
import dev.tenure.apiserver.pki.PkiFolder;
import dev.tenure.kinds.aggregation.FrontProxy;
import dev.tenure.model.meta.Caller;
import dev.tenure.runtime.callout.Peer;
import dev.tenure.runtime.tls.CertificateSubject;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// What an API server shows and trusts, in a folder: nobody else writes there while the server runs.
///
/// @param hosts DNS names and IP addresses that the server's certificate answers for
/// @param proxy files that say who the server is as a front proxy; empty: the folder does
record ServerCertificates(Path folder, List<String> hosts, Optional<FrontProxyFiles> proxy) {
    ServerCertificates {
        hosts = List.copyOf(hosts);
    }

    /// What is in use.
    ///
    /// @param authority vouches for the others
    /// @param own what the server shows to its clients
    /// @param agentClient what it shows to the agents of nodes
    /// @param admin the administrator's, for the kubeconfig
    /// @param proxy what it shows to servers that it passes requests on to, and what these have to know
    record Shown(Identity authority, Identity own, Identity agentClient, Identity admin, Proxy proxy) {}

    /// Who the server is to servers that it passes requests on to.
    record Proxy(Optional<Peer.Shown> shown, FrontProxy.Trust trust) {}

    /// What is in the folder; what is missing or ends soon is made.
    ///
    /// @throws IllegalArgumentException when something there is damaged
    Shown at(Instant now) {
        var pki = new PkiFolder(folder, now);
        Identity authority = pki.authority();
        String clients = Pem.of(authority.certificate());
        return new Shown(
                authority,
                pki.server(authority, hosts),
                pki.client(
                        authority,
                        "apiserver-kubelet-client",
                        "kube-apiserver-kubelet-client",
                        List.of(Caller.AGENT_CLIENTS)),
                pki.client(authority, "admin", "tenure-admin", List.of(Caller.SYSTEM_MASTERS)),
                proxy.map(files -> files.read(clients)).orElseGet(() -> proxy(pki, clients)));
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
}
