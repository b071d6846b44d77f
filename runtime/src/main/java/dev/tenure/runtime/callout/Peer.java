package dev.tenure.runtime.callout;

import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;

/// How a server is spoken to, wherever it is dialled.
///
/// @param name the host name or IP address that its certificate has to be for
/// @param trust whom it has to be vouched for by
/// @param streams whether HTTP/2 may be spoken
/// @param shown what it is shown when it asks for a certificate
public record Peer(String name, Trust trust, boolean streams, Optional<Shown> shown) {
    /// Whose word for a server is good.
    public sealed interface Trust {
        /// One of these.
        ///
        /// @param pem certificates; blank: those that this machine knows
        record Authorities(String pem) implements Trust {}

        /// Nobody is asked, and its name is not looked at.
        record Anybody() implements Trust {}
    }

    /// A client certificate with its key.
    ///
    /// @param chain the key's certificate, then those that vouch for it
    public record Shown(List<X509Certificate> chain, PrivateKey key) {
        public Shown {
            chain = List.copyOf(chain);
        }
    }
}
