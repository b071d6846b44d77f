package dev.tenure.apiserver.pki;

import java.util.Optional;

/// Why a certificate is none. Internal: what is reported is its message.
final class CertificateFault extends Exception {
    private static final long serialVersionUID = 1;

    /// @param message without its beginning, which all have but those of keys
    CertificateFault(String message) {
        this("x509: ", message);
    }

    private CertificateFault(String beginning, String message) {
        super(beginning + message, null, false, false);
    }

    /// A key on a curve is read by Go's `crypto/ecdsa`, which says nothing of certificates.
    static CertificateFault ofPoint(String message) {
        return new CertificateFault("", message);
    }

    static <T> T need(Optional<T> found, String otherwise) throws CertificateFault {
        return found.orElseThrow(() -> new CertificateFault(otherwise));
    }

    static DerReader sequence(DerReader in, String otherwise) throws CertificateFault {
        return need(in.read(DerReader.SEQUENCE), otherwise);
    }

    /// A truth that may be left out, and is none then.
    static boolean isTrue(DerReader in, String otherwise) throws CertificateFault {
        if (!in.begins(DerReader.BOOLEAN)) {
            return false;
        }
        byte[] flag = need(in.any(), otherwise).rest();
        if (flag.length != 1 || (flag[0] != 0 && flag[0] != -1)) {
            throw new CertificateFault(otherwise);
        }
        return flag[0] != 0;
    }
}
