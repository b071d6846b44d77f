package dev.tenure.runtime.tls;

import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;
import javax.security.auth.x500.X500Principal;

/// Who a client certificate stands for, as Kubernetes reads it: the common name is the user, each
/// organisation a group. Upstream: authentication/request/x509.
///
/// @param name the common name, never empty
public record CertificateSubject(String name, List<String> groups) {
    private static final int DNS_NAME = 2;

    public CertificateSubject {
        groups = List.copyOf(groups);
    }

    /// Nothing for a certificate without a common name.
    public static Optional<CertificateSubject> of(X509Certificate certificate) {
        return of(certificate.getSubjectX500Principal());
    }

    /// Nothing for a subject without a common name.
    public static Optional<CertificateSubject> of(X500Principal subject) {
        String name = "";
        var groups = new ArrayList<String>();
        try {
            for (Rdn part : new LdapName(subject.getName()).getRdns()) {
                if (part.getType().equalsIgnoreCase("CN")) {
                    name = String.valueOf(part.getValue());
                } else if (part.getType().equalsIgnoreCase("O")) {
                    groups.add(String.valueOf(part.getValue()));
                }
            }
        } catch (InvalidNameException _) {
            return Optional.empty();
        }
        return name.isEmpty() ? Optional.empty() : Optional.of(new CertificateSubject(name, groups));
    }

    /// Whether a serving certificate answers for a host of this name; wildcards do not count.
    public static boolean answersFor(X509Certificate certificate, String host) {
        try {
            var names = certificate.getSubjectAlternativeNames();
            return names != null
                    && names.stream()
                            .filter(name -> name.getFirst().equals(DNS_NAME))
                            .anyMatch(name -> host.equalsIgnoreCase(String.valueOf(name.get(1))));
        } catch (GeneralSecurityException _) {
            return false;
        }
    }
}
