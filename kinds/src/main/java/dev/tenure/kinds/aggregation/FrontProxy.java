package dev.tenure.kinds.aggregation;

import dev.tenure.runtime.callout.Peer;
import dev.tenure.runtime.loop.Published;
import java.util.List;
import java.util.Optional;

/// Who this server is to the servers that it passes requests on to.
///
/// @param shown the certificate that it shows; one that is made anew is published
/// @param published what is told of it in the ConfigMap kube-system/extension-apiserver-authentication
public record FrontProxy(Published<Optional<Peer.Shown>> shown, Published<Trust> published) {
    /// One of whom nothing is known yet.
    public static FrontProxy unknown() {
        return new FrontProxy(new Published<>(Optional.empty()), new Published<>(new Trust("", "", List.of())));
    }

    /// From now on it is this one. One thread at a time.
    public void become(Optional<Peer.Shown> certificate, Trust trust) {
        shown.publish(certificate);
        published.publish(trust);
    }

    /// What a server that is asked by this one has to know: whom to believe.
    ///
    /// @param clientAuthorities PEM; they vouch for clients in general
    /// @param proxyAuthorities PEM; they vouch for front proxies; empty when there are none
    /// @param names the common names of front proxies; none: whatever the authorities vouch for
    public record Trust(String clientAuthorities, String proxyAuthorities, List<String> names) {
        public Trust {
            names = List.copyOf(names);
        }
    }
}
