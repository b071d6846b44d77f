package dev.tenure.apiserver.http;

import dev.tenure.apiserver.pki.Identity;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/// The server's side of TLS. Clients may show a certificate of our authority; others are not let in
/// with one.
final class Tls {
    private static final char[] NO_PASSWORD = {};

    private Tls() {}

    static SslContextFactory.Server context(Identity identity, Identity authority) {
        var tls = new SslContextFactory.Server();
        tls.setKeyStore(keys(identity, authority));
        tls.setKeyManagerPassword("");
        tls.setTrustStore(trusted(authority));
        tls.setWantClientAuth(true);
        tls.setSniRequired(false);
        tls.setEndpointIdentificationAlgorithm(null);
        return tls;
    }

    private static KeyStore keys(Identity identity, Identity authority) {
        try {
            KeyStore store = empty();
            store.setKeyEntry("server", identity.key(), NO_PASSWORD, new Certificate[] {
                identity.certificate(), authority.certificate()
            });
            return store;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the server's key cannot be used", e);
        }
    }

    private static KeyStore trusted(Identity authority) {
        try {
            KeyStore store = empty();
            store.setCertificateEntry("ca", authority.certificate());
            return store;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the authority's certificate cannot be used", e);
        }
    }

    private static KeyStore empty() throws GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try {
            store.load(null, NO_PASSWORD);
        } catch (IOException e) {
            throw new GeneralSecurityException("an empty key store that cannot be made", e);
        }
        return store;
    }
}
