package dev.tenure.client.rest;

import dev.tenure.client.rest.Connection.Credentials;
import dev.tenure.client.rest.Connection.Trust;
import dev.tenure.runtime.tls.AnyCertificate;
import dev.tenure.runtime.tls.MemoryKeys;
import dev.tenure.runtime.tls.PemReader;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/// The TLS side of a [Connection], also for clients that speak HTTP by themselves.
public final class ClientTls {
    private ClientTls() {}

    /// @throws ConnectionException when certificates or keys cannot be used
    public static SSLContext context(Connection connection) {
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
        return MemoryKeys.showing(PemReader.privateKey(key), PemReader.certificates(certificate));
    }

    private static TrustManager @Nullable [] trust(Connection connection) throws GeneralSecurityException, IOException {
        Optional<String> name = connection.way().serverName();
        TrustManager @Nullable [] authorities = authorities(connection.trust());
        if (name.isEmpty() || connection.trust() instanceof Trust.Anyone) {
            return authorities;
        }
        return ServerName.required(authorities == null ? MemoryKeys.machine() : authorities, name.get());
    }

    private static TrustManager @Nullable [] authorities(Trust trust) throws GeneralSecurityException, IOException {
        return switch (trust) {
            case Trust.Machine _ -> null;
            case Trust.Authorities(String certificates) -> MemoryKeys.accepting(PemReader.certificates(certificates));
            case Trust.Anyone _ -> AnyCertificate.accepting();
        };
    }
}
