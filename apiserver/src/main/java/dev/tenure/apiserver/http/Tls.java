package dev.tenure.apiserver.http;

import dev.tenure.apiserver.pki.Identity;
import dev.tenure.runtime.tls.MemoryKeys;
import java.security.GeneralSecurityException;
import java.security.Provider;
import java.util.List;
import java.util.Optional;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/// The server's side of TLS. Clients may show a certificate of our authority; others are not let in with one.
final class Tls {
    private Tls() {}

    /// @param provider of TLS; empty: the JDK's own
    static SslContextFactory.Server context(Identity identity, Identity authority, Optional<Provider> provider) {
        SslContextFactory.Server tls =
                provider.<SslContextFactory.Server>map(NativeTls.Context::new).orElseGet(SslContextFactory.Server::new);
        show(tls, identity, authority);
        tls.setKeyManagerPassword(MemoryKeys.PASSWORD);
        tls.addExcludeCipherSuites("^.*_CBC_.*$");
        tls.setRenegotiationAllowed(false);
        tls.setWantClientAuth(true);
        tls.setSniRequired(false);
        tls.setEndpointIdentificationAlgorithm(null);
        return tls;
    }

    /// Shows another certificate to those who connect from now on; connections that are there go on.
    static void renew(SslContextFactory.Server tls, Identity identity, Identity authority) {
        try {
            tls.reload(_ -> show(tls, identity, authority));
        } catch (Exception e) {
            throw new IllegalStateException("the server's new certificate cannot be used", e);
        }
    }

    private static void show(SslContextFactory.Server tls, Identity identity, Identity authority) {
        try {
            tls.setKeyStore(MemoryKeys.of(identity.key(), List.of(identity.certificate(), authority.certificate())));
            tls.setTrustStore(MemoryKeys.trusting(List.of(authority.certificate())));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the server's key and certificate cannot be used", e);
        }
    }
}
