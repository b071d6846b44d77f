package dev.tenure.apiserver.http.connection;

import java.net.Socket;
import java.security.KeyStore;
import java.security.cert.CRL;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Collection;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import javax.net.ssl.X509TrustManager;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/// Lets every client connect, whatever certificate it shows. Nothing is believed of it here: that it holds
/// the key of what it shows is all that TLS finds out.
final class AnyClient extends X509ExtendedTrustManager {
    private final X509TrustManager asked;

    /// @param asked knows whose certificates clients are asked to show
    private AnyClient(X509TrustManager asked) {
        this.asked = asked;
    }

    /// The settings of a server that lets every client connect.
    static class Context extends SslContextFactory.Server {
        @Override
        protected TrustManager[] getTrustManagers(KeyStore authorities, Collection<? extends CRL> revoked)
                throws Exception {
            return Arrays.stream(super.getTrustManagers(authorities, revoked))
                    .map(one -> one instanceof X509TrustManager asked ? new AnyClient(asked) : one)
                    .toArray(TrustManager[]::new);
        }
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return asked.getAcceptedIssuers();
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String kind) {
        // Who vouches for it is asked with each request.
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String kind, Socket socket) {
        checkClientTrusted(chain, kind);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String kind, SSLEngine engine) {
        checkClientTrusted(chain, kind);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String kind) throws CertificateException {
        throw new CertificateException("only clients are trusted here");
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String kind, Socket socket) throws CertificateException {
        checkServerTrusted(chain, kind);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String kind, SSLEngine engine) throws CertificateException {
        checkServerTrusted(chain, kind);
    }
}
