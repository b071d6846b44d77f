package dev.tenure.launch.apiserver;

import java.security.cert.X509Certificate;
import java.util.List;

/// Who has to vouch for the agents of nodes before logs and the like are asked of them.
sealed interface AgentTrust {
    /// Nobody: whatever they show is taken, as upstream does unless it is told otherwise.
    record Anything() implements AgentTrust {}

    /// The cluster's own authority, which signs for agents that ask.
    record OwnAuthority() implements AgentTrust {}

    /// One of these.
    record Named(List<X509Certificate> certificates) implements AgentTrust {
        public Named {
            certificates = List.copyOf(certificates);
        }
    }

    /// @param own the cluster's own authority
    /// @return empty when nobody has to vouch
    default List<X509Certificate> authorities(X509Certificate own) {
        return switch (this) {
            case Anything _ -> List.of();
            case OwnAuthority _ -> List.of(own);
            case Named(List<X509Certificate> certificates) -> certificates;
        };
    }
}
