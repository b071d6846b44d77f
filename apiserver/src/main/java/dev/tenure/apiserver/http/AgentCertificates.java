package dev.tenure.apiserver.http;

import dev.tenure.apiserver.pki.Identity;
import dev.tenure.runtime.tls.MemoryKeys;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/// Takes whatever certificate an agent shows, as upstream does without
/// `--kubelet-certificate-authority`: agents make their own. The server shows them one of its authority.
final class AgentCertificates extends X509ExtendedTrustManager {
    private AgentCertificates() {}

    /// @param identity what the server shows to agents
    static SSLSocketFactory sockets(Identity identity) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(
                    MemoryKeys.showing(identity.key(), List.of(identity.certificate())),
                    new TrustManager[] {new AgentCertificates()},
                    new SecureRandom());
            return context.getSocketFactory();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the certificate shown to agents cannot be used", e);
        }
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[0];
    }
}
