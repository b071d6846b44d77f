package dev.tenure.client.rest;

import dev.tenure.client.rest.Connection.Credentials;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/// The TLS side of a [Connection].
final class Tls {
    private static final char[] NO_PASSWORD = new char[0];

    private Tls() {}

    /// @throws ConnectionException when certificates or keys cannot be used
    static SSLContext context(Connection connection) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys(connection.credentials()), trust(connection), new SecureRandom());
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new ConnectionException(
                    "cannot use the certificates given for %s: %s".formatted(connection.server(), e.getMessage()), e);
        }
    }

    private static KeyManager @Nullable [] keys(Credentials credentials) throws GeneralSecurityException, IOException {
        if (!(credentials instanceof Credentials.Certificate(String certificate, String key))) {
            return null;
        }
        List<Certificate> chain = PemReader.certificates(certificate);
        KeyStore store = empty();
        store.setKeyEntry("client", PemReader.privateKey(key), NO_PASSWORD, chain.toArray(Certificate[]::new));
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store, NO_PASSWORD);
        return factory.getKeyManagers();
    }

    private static TrustManager @Nullable [] trust(Connection connection) throws GeneralSecurityException, IOException {
        if (connection.authority().isEmpty()) {
            return null;
        }
        KeyStore store = empty();
        int number = 0;
        for (Certificate authority :
                PemReader.certificates(connection.authority().get())) {
            store.setCertificateEntry("authority-" + number++, authority);
        }
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return factory.getTrustManagers();
    }

    private static KeyStore empty() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, NO_PASSWORD);
        return store;
    }
}
