package dev.tenure.kinds.core;

import dev.tenure.apiserver.pki.CertificateForm;
import dev.tenure.runtime.tls.PemReader;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.interfaces.RSAPrivateKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/// Whether a private key is the one of a certificate. Pure. Upstream: Go's crypto/tls (X509KeyPair).
final class KeyMatch {
    /// The forms of a key that are tried in turn, whatever the block is called.
    private static final List<String> FORMS = List.of("RSA PRIVATE KEY", "PRIVATE KEY", "EC PRIVATE KEY");

    private static final String EDWARDS = "EdDSA";
    private static final String OTHER_TYPE = "tls: private key type does not match public key type";
    private static final String OTHER_KEY = "tls: private key does not match public key";
    private static final byte[] SIGNED = "which key".getBytes(StandardCharsets.US_ASCII);

    private KeyMatch() {}

    /// @param certificate DER
    /// @param key DER: PKCS #1, PKCS #8 or SEC 1
    static Optional<String> fault(byte[] certificate, byte[] key) {
        Optional<String> malformed = CertificateForm.fault(certificate);
        if (malformed.isPresent()) {
            return malformed;
        }
        PublicKey known;
        try {
            known = CertificateFactory.getInstance("X.509")
                    .generateCertificate(new ByteArrayInputStream(certificate))
                    .getPublicKey();
        } catch (GeneralSecurityException _) {
            return Optional.of("x509: malformed certificate");
        }
        return key(key).map(own -> compared(known, own)).orElse(Optional.of("tls: failed to parse private key"));
    }

    private static Optional<PrivateKey> key(byte[] der) {
        String content = Base64.getMimeEncoder().encodeToString(der);
        for (String form : FORMS) {
            try {
                return Optional.of(PemReader.privateKey(
                        "-----BEGIN %s-----\n%s\n-----END %s-----".formatted(form, content, form)));
            } catch (GeneralSecurityException | IndexOutOfBoundsException | IllegalArgumentException _) {
                // it may be of the next form
            }
        }
        try {
            return Optional.of(KeyFactory.getInstance(EDWARDS).generatePrivate(new PKCS8EncodedKeySpec(der)));
        } catch (GeneralSecurityException _) {
            return Optional.empty();
        }
    }

    private static Optional<String> compared(PublicKey known, PrivateKey own) {
        String signing = switch (known.getAlgorithm()) {
            case "RSA" -> "";
            case "EC" -> "SHA256withECDSA";
            case EDWARDS -> EDWARDS;
            default -> "none";
        };
        if (signing.equals("none")) {
            return Optional.of("tls: unknown public key algorithm");
        }
        if (!known.getAlgorithm().equals(own.getAlgorithm())) {
            return Optional.of(OTHER_TYPE);
        }
        boolean same = isSame(signing, known, own);
        return same ? Optional.empty() : Optional.of(OTHER_KEY);
    }

    private static boolean isSame(String signing, PublicKey known, PrivateKey own) {
        if (known instanceof RSAPublicKey one && own instanceof RSAPrivateKey other) {
            return one.getModulus().equals(other.getModulus());
        }
        return signs(signing, known, own);
    }

    /// Whether the public key takes what the private one has signed: neither needs to show its numbers for
    /// that.
    private static boolean signs(String signing, PublicKey known, PrivateKey own) {
        try {
            Signature signer = Signature.getInstance(signing);
            signer.initSign(own);
            signer.update(SIGNED);
            byte[] signature = signer.sign();
            Signature judge = Signature.getInstance(signing);
            judge.initVerify(known);
            judge.update(SIGNED);
            return judge.verify(signature);
        } catch (GeneralSecurityException _) {
            return false;
        }
    }
}
