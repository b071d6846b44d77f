package dev.tenure.apiserver.http.proxy;

import dev.tenure.apiserver.pki.Identity;
import dev.tenure.runtime.tls.AnyCertificate;
import dev.tenure.runtime.tls.MemoryKeys;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;

/// Takes whatever certificate an agent shows, for agents make their own, unless authorities are named that
/// have to vouch for it (`--kubelet-certificate-authority`, as upstream). The server shows them one of its
/// authority.
public final class AgentCertificates {
    private AgentCertificates() {}

    /// @param identity what the server shows to agents
    /// @param authorities one of which has to vouch for agents; none for whatever they show
    public static SSLSocketFactory sockets(Identity identity, List<X509Certificate> authorities) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(
                    MemoryKeys.showing(identity.key(), List.of(identity.certificate())),
                    authorities.isEmpty() ? AnyCertificate.accepting() : MemoryKeys.accepting(authorities),
                    new SecureRandom());
            return context.getSocketFactory();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the certificate shown to agents cannot be used", e);
        }
    }
}
