package dev.tenure.apiserver.authn;

import dev.tenure.runtime.tls.CertificateSubject;
import java.security.cert.X509Certificate;
import java.util.Map;

/// The user that a client certificate stands for. Upstream: authentication/request/x509.
public final class CertificateUser {
    private CertificateUser() {}

    /// A certificate without a common name stands for nobody in particular.
    public static User of(X509Certificate certificate) {
        return CertificateSubject.of(certificate)
                .map(subject -> new User(subject.name(), "", subject.groups(), Map.of()))
                .orElseGet(User::anonymous);
    }
}
