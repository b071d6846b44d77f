package dev.tenure.launch.agent;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.Certificate;
import java.util.HexFormat;

/// The hash of an authority's public key, by which a machine knows the authority before it trusts anybody:
/// `sha256:` and the SHA-256 of the key's SubjectPublicKeyInfo in hexadecimal digits. Pure. Upstream:
/// kubeadm, util/pubkeypin.
final class AuthorityPin {
    private static final String FORM = "sha256:[0-9a-f]{64}";

    private AuthorityPin() {}

    static boolean isOne(String text) {
        return text.matches(FORM);
    }

    static String of(Certificate authority) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256")
                    .digest(authority.getPublicKey().getEncoded());
            return "sha256:" + HexFormat.of().formatHex(hash);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no SHA-256", e);
        }
    }
}
