package dev.tenure.apiserver.http.connection;

import dev.tenure.runtime.callout.Peer;
import dev.tenure.runtime.tls.MemoryKeys;
import java.security.GeneralSecurityException;
import java.security.Provider;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/// The server's side of TLS. Clients may show a certificate; who vouches for it is asked with each request
/// ([dev.tenure.apiserver.authn.ClientCertificates]).
public final class Tls {
    private Tls() {}

    /// @param shown the server's own certificate
    /// @param clients whose certificates clients are asked to show
    /// @param provider of TLS; empty: the JDK's own
    public static SslContextFactory.Server context(
            Peer.Shown shown, List<X509Certificate> clients, Optional<Provider> provider) {
        SslContextFactory.Server tls =
                provider.<SslContextFactory.Server>map(NativeTls.Context::new).orElseGet(AnyClient.Context::new);
        show(tls, shown, clients);
        tls.setKeyManagerPassword(MemoryKeys.PASSWORD);
        tls.addExcludeCipherSuites("^.*_CBC_.*$");
        tls.setRenegotiationAllowed(false);
        tls.setWantClientAuth(true);
        tls.setSniRequired(false);
        tls.setEndpointIdentificationAlgorithm(null);
        return tls;
    }

    /// Shows another certificate to those who connect from now on; connections that are there go on.
    public static void renew(SslContextFactory.Server tls, Peer.Shown shown, List<X509Certificate> clients) {
        try {
            tls.reload(_ -> show(tls, shown, clients));
        } catch (Exception e) {
            throw new IllegalStateException("the server's new certificate cannot be used", e);
        }
    }

    private static void show(SslContextFactory.Server tls, Peer.Shown shown, List<X509Certificate> clients) {
        try {
            tls.setKeyStore(MemoryKeys.of(shown.key(), shown.chain()));
            tls.setTrustStore(MemoryKeys.trusting(clients));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the server's key and certificate cannot be used", e);
        }
    }
}
