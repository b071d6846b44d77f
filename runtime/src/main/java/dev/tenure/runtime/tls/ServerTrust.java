package dev.tenure.runtime.tls;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;
import javax.net.ssl.X509TrustManager;

/// Looks at the certificates of servers itself, whatever the way in which they are called: the JDK compares
/// no names of its own then. Clients are for its authorities to judge.
public abstract class ServerTrust extends X509ExtendedTrustManager {
    private final X509TrustManager authorities;

    /// @param authorities decides who vouches for a certificate
    protected ServerTrust(X509TrustManager authorities) {
        this.authorities = authorities;
    }

    /// Those who vouch.
    protected final X509TrustManager authorities() {
        return authorities;
    }

    /// Returns when the server is trusted.
    ///
    /// @param chain its own certificate first
    /// @throws CertificateException when it is not
    protected abstract void check(X509Certificate[] chain, String type) throws CertificateException;

    @Override
    public final void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
        check(chain, type);
    }

    @Override
    public final void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
            throws CertificateException {
        check(chain, type);
    }

    @Override
    public final void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
            throws CertificateException {
        check(chain, type);
    }

    @Override
    public final void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
        authorities.checkClientTrusted(chain, type);
    }

    @Override
    public final void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
            throws CertificateException {
        authorities.checkClientTrusted(chain, type);
    }

    @Override
    public final void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
            throws CertificateException {
        authorities.checkClientTrusted(chain, type);
    }

    @Override
    public final X509Certificate[] getAcceptedIssuers() {
        return authorities.getAcceptedIssuers();
    }
}
