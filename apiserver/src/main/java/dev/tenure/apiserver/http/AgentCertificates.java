package dev.tenure.apiserver.http;

import dev.tenure.apiserver.pki.Identity;
import dev.tenure.runtime.tls.AnyCertificate;
import dev.tenure.runtime.tls.MemoryKeys;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;

/// Takes whatever certificate an agent shows, as upstream does without
/// `--kubelet-certificate-authority`: agents make their own. The server shows them one of its authority.
final class AgentCertificates {
    private AgentCertificates() {}

    /// @param identity what the server shows to agents
    static SSLSocketFactory sockets(Identity identity) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(
                    MemoryKeys.showing(identity.key(), List.of(identity.certificate())),
                    AnyCertificate.accepting(),
                    new SecureRandom());
            return context.getSocketFactory();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the certificate shown to agents cannot be used", e);
        }
    }
}
