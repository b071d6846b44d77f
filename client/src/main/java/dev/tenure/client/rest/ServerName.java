package dev.tenure.client.rest;

import dev.tenure.runtime.tls.ServerTrust;
import java.security.cert.CertificateException;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/// Trusts what another trust manager does, if it is for a name that is given rather than for the host that is
/// addressed: kubectl's `--tls-server-name`.
final class ServerName extends ServerTrust {
    /// Stands in the error when the certificate is for others.
    static final String NOT_FOR = "is not for the name";

    private static final Integer DNS = 2;
    private static final Integer ADDRESS = 7;

    private final String name;

    private ServerName(X509TrustManager authorities, String name) {
        super(authorities);
        this.name = name.toLowerCase(Locale.ROOT);
    }

    /// @param all those that decide who vouches for a certificate
    static TrustManager[] required(TrustManager[] all, String name) {
        return List.of(all).stream()
                .map(each -> each instanceof X509TrustManager x509 ? new ServerName(x509, name) : each)
                .toArray(TrustManager[]::new);
    }

    @Override
    protected void check(X509Certificate[] chain, String type) throws CertificateException {
        authorities().checkServerTrusted(chain, type);
        if (!isFor(chain[0], name)) {
            throw new CertificateException("the certificate %s \"%s\"".formatted(NOT_FOR, name));
        }
    }

    /// Whether a certificate names a host or address: as it stands, or with `*` for the first label.
    private static boolean isFor(X509Certificate certificate, String name) throws CertificateParsingException {
        Collection<List<?>> names = certificate.getSubjectAlternativeNames();
        int dot = name.indexOf('.');
        String wild = dot > 0 ? "*" + name.substring(dot) : name;
        for (List<?> each : names == null ? List.<List<?>>of() : names) {
            Object kind = each.get(0);
            String written = Objects.toString(each.get(1)).toLowerCase(Locale.ROOT);
            boolean host = DNS.equals(kind) && (written.equals(name) || written.equals(wild));
            if (host || (ADDRESS.equals(kind) && written.equals(name))) {
                return true;
            }
        }
        return false;
    }
}
