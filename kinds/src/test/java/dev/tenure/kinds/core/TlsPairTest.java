package dev.tenure.kinds.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.pki.Identity;
import dev.tenure.apiserver.pki.Issuer;
import dev.tenure.apiserver.pki.Pem;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.time.Instant;
import java.util.Base64;
import org.junit.jupiter.api.Test;

/// What upstream answered of pairs that openssl had made.
class TlsPairTest {
    private static final Issuer ISSUER = new Issuer(Instant.parse("2026-01-01T00:00:00Z"));
    private static final Identity OWN = ISSUER.authority("own");
    private static final Identity OTHER = ISSUER.authority("other");
    private static final String CERTIFICATE = Pem.of(OWN.certificate());

    private static PrivateKey made(String algorithm) throws GeneralSecurityException {
        return KeyPairGenerator.getInstance(algorithm).generateKeyPair().getPrivate();
    }

    private static String block(String type, String content) {
        return "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(type, content, type);
    }

    @Test
    void aCertificateAndItsKeyAreAPairInEachFormOfTheKey() {
        assertThat(TlsPair.fault(CERTIFICATE, Pem.of(OWN.key()))).isEmpty();
        assertThat(TlsPair.fault(CERTIFICATE, Pem.keyOf(OWN))).isEmpty();
        assertThat(TlsPair.fault(CERTIFICATE, CERTIFICATE + Pem.keyOf(OWN))).isEmpty();
        assertThat(TlsPair.fault(CERTIFICATE + Pem.of(OTHER.certificate()), Pem.keyOf(OWN)))
                .isEmpty();
    }

    @Test
    void theKeyOfAnotherCertificateIsNone() throws GeneralSecurityException {
        assertThat(TlsPair.fault(CERTIFICATE, Pem.keyOf(OTHER))).contains("tls: private key does not match public key");
        for (String algorithm : new String[] {"RSA", "Ed25519"}) {
            assertThat(TlsPair.fault(CERTIFICATE, Pem.of(made(algorithm))))
                    .as(algorithm)
                    .contains("tls: private key type does not match public key type");
        }
    }

    @Test
    void whatCannotBeReadIsSaidOfEach() {
        String broken = Base64.getEncoder().encodeToString(new byte[] {0, 0, 0});
        assertThat(TlsPair.fault(block("CERTIFICATE", broken), Pem.keyOf(OWN))).contains("x509: malformed certificate");
        for (String type : new String[] {"PRIVATE KEY", "EC PRIVATE KEY", "RSA PRIVATE KEY"}) {
            assertThat(TlsPair.fault(CERTIFICATE, block(type, broken)))
                    .as(type)
                    .contains("tls: failed to parse private key");
        }
        assertThat(TlsPair.fault(Pem.keyOf(OWN), CERTIFICATE))
                .hasValueSatisfying(fault -> assertThat(fault).endsWith("PEM inputs may have been switched"));
    }
}
