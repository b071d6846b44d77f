package dev.tenure.launch.apiserver;

import dev.tenure.apiserver.pki.Identity;
import dev.tenure.apiserver.pki.PkiFolder;
import dev.tenure.model.meta.Caller;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/// What an API server shows and trusts, in a folder: nobody else writes there while the server runs.
///
/// @param hosts DNS names and IP addresses that the server's certificate answers for
record ServerCertificates(Path folder, List<String> hosts) {
    ServerCertificates {
        hosts = List.copyOf(hosts);
    }

    /// What is in use.
    ///
    /// @param authority vouches for the others
    /// @param own what the server shows to its clients
    /// @param agentClient what it shows to the agents of nodes
    /// @param admin the administrator's, for the kubeconfig
    record Shown(Identity authority, Identity own, Identity agentClient, Identity admin) {}

    /// What is in the folder; what is missing or ends soon is made.
    ///
    /// @throws IllegalArgumentException when something there is damaged
    Shown at(Instant now) {
        var pki = new PkiFolder(folder, now);
        Identity authority = pki.authority();
        return new Shown(
                authority,
                pki.server(authority, hosts),
                pki.client(
                        authority,
                        "apiserver-kubelet-client",
                        "kube-apiserver-kubelet-client",
                        List.of(Caller.AGENT_CLIENTS)),
                pki.client(authority, "admin", "tenure-admin", List.of(Caller.SYSTEM_MASTERS)));
    }

    /// The same with new keys and certificates, though those that are there would last.
    Shown anew(Instant now) {
        new PkiFolder(folder, now).renew();
        return at(now);
    }
}
