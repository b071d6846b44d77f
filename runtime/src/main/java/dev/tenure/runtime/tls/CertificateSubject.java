package dev.tenure.runtime.tls;

import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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

    /// The object identifier of Kubernetes for a user's uid, and what it is called here.
    private static final String UID_OID = "1.3.6.1.4.1.57683.2";

    private static final String UID = "UIDOFUSER";

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

    /// The uids that the subject of a client certificate states: none, or one if it is well made.
    public static List<String> uids(X509Certificate certificate) {
        X500Principal subject = certificate.getSubjectX500Principal();
        String text = subject.getName(X500Principal.RFC2253, Map.of(UID_OID, UID));
        try {
            return new LdapName(text)
                    .getRdns().stream()
                            .filter(part -> part.getType().equalsIgnoreCase(UID))
                            .map(part -> String.valueOf(part.getValue()))
                            .toList();
        } catch (InvalidNameException _) {
            return List.of();
        }
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
