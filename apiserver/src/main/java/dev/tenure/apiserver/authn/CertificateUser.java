package dev.tenure.apiserver.authn;

import dev.tenure.runtime.io.Sha256;
import dev.tenure.runtime.tls.CertificateSubject;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The user that a client certificate stands for. Upstream: CommonNameUserConversion of
/// authentication/request/x509.
final class CertificateUser {
    private static final String CREDENTIAL = "authentication.kubernetes.io/credential-id";

    private CertificateUser() {}

    /// @return empty for a certificate without a common name, which stands for nobody
    /// @throws CertificateException when its subject states no usable uid where it states one
    static Optional<User> of(X509Certificate certificate) throws CertificateException {
        Optional<CertificateSubject> subject = CertificateSubject.of(certificate);
        if (subject.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new User(
                subject.get().name(),
                uid(CertificateSubject.uids(certificate)),
                subject.get().groups(),
                Map.of(CREDENTIAL, List.of("X509SHA256=" + fingerprint(certificate)))));
    }

    private static String uid(List<String> stated) throws CertificateException {
        if (stated.size() > 1) {
            throw new CertificateException("expected 1 UID, but found multiple: " + stated);
        }
        if (stated.equals(List.of(""))) {
            throw new CertificateException("UID cannot be an empty string");
        }
        return stated.isEmpty() ? "" : stated.getFirst();
    }

    private static String fingerprint(X509Certificate certificate) throws CertificateException {
        try {
            return Sha256.hex(certificate.getEncoded());
        } catch (CertificateEncodingException e) {
            throw new CertificateException("a certificate without a fingerprint", e);
        }
    }
}
