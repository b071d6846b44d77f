package dev.tenure.apiserver.authn;

import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Map;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;

/// Who a client certificate stands for: the common name is the user, each organisation a group. Upstream:
/// authentication/request/x509.
public final class CertificateUser {
    private CertificateUser() {}

    /// A certificate without a common name stands for nobody in particular.
    public static User of(X509Certificate certificate) {
        String name = "";
        var groups = new ArrayList<String>();
        try {
            for (Rdn part : new LdapName(certificate.getSubjectX500Principal().getName()).getRdns()) {
                if (part.getType().equalsIgnoreCase("CN")) {
                    name = String.valueOf(part.getValue());
                } else if (part.getType().equalsIgnoreCase("O")) {
                    groups.add(String.valueOf(part.getValue()));
                }
            }
        } catch (InvalidNameException _) {
            return User.anonymous();
        }
        return name.isEmpty() ? User.anonymous() : new User(name, "", groups, Map.of());
    }
}
