package dev.tenure.runtime.tls;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.util.Collection;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/// Key stores that live in memory only. They are of the type JKS: one of the type PKCS12 derives a key from
/// the (empty) password in ten thousand rounds whenever a private key goes in or out, a second of a start in
/// which nothing is compiled yet.
public final class MemoryKeys {
    /// The password of every key in these stores.
    public static final String PASSWORD = "";

    private MemoryKeys() {}

    /// A store with one private key.
    ///
    /// @param chain the key's certificate, then those that vouch for it
    public static KeyStore of(PrivateKey key, List<? extends Certificate> chain) throws GeneralSecurityException {
        KeyStore store = empty();
        store.setKeyEntry("own", key, PASSWORD.toCharArray(), chain.toArray(Certificate[]::new));
        return store;
    }

    /// A store of certificates that vouch for others.
    public static KeyStore trusting(Collection<? extends Certificate> authorities) throws GeneralSecurityException {
        KeyStore store = empty();
        int number = 0;
        for (Certificate authority : authorities) {
            store.setCertificateEntry("authority-" + number++, authority);
        }
        return store;
    }

    /// Shows a certificate to the other side.
    ///
    /// @param chain the key's certificate, then those that vouch for it
    public static KeyManager[] showing(PrivateKey key, List<? extends Certificate> chain)
            throws GeneralSecurityException {
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(of(key, chain), PASSWORD.toCharArray());
        return factory.getKeyManagers();
    }

    /// Takes what one of these authorities vouches for.
    public static TrustManager[] accepting(Collection<? extends Certificate> authorities)
            throws GeneralSecurityException {
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(trusting(authorities));
        return factory.getTrustManagers();
    }

    /// Takes what the authorities known to this machine vouch for.
    public static TrustManager[] machine() throws GeneralSecurityException {
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init((KeyStore) null);
        return factory.getTrustManagers();
    }

    private static KeyStore empty() throws GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("JKS");
        try {
            store.load(null, PASSWORD.toCharArray());
        } catch (IOException e) {
            throw new GeneralSecurityException("an empty key store cannot be made", e);
        }
        return store;
    }
}
