package dev.tenure.launch.agent;

import dev.tenure.runtime.io.Sha256;
import java.security.cert.Certificate;

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
        return "sha256:" + Sha256.hex(authority.getPublicKey().getEncoded());
    }
}
