package dev.tenure.apiserver.pki;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/// Keys and certificates as text. Pure.
public final class Pem {
    private static final int LINE = 64;

    private Pem() {}

    public static String of(X509Certificate certificate) {
        try {
            return block("CERTIFICATE", certificate.getEncoded());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a certificate that cannot be encoded", e);
        }
    }

    public static String of(PrivateKey key) {
        return block("PRIVATE KEY", key.getEncoded());
    }

    private static String block(String title, byte[] content) {
        String body = Base64.getMimeEncoder(LINE, new byte[] {'\n'}).encodeToString(content);
        return "-----BEGIN " + title + "-----\n" + body + "\n-----END " + title + "-----\n";
    }

    /// All certificates in a text.
    ///
    /// @throws GeneralSecurityException when there is something else in it
    public static List<X509Certificate> certificates(String text) throws GeneralSecurityException {
        var all = new ArrayList<X509Certificate>();
        var bytes = new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII));
        for (Certificate one : CertificateFactory.getInstance("X.509").generateCertificates(bytes)) {
            all.add((X509Certificate) one);
        }
        return all;
    }

    /// An unencrypted PKCS #8 key on an elliptic curve.
    ///
    /// @throws GeneralSecurityException when it is none
    public static PrivateKey key(String text) throws GeneralSecurityException {
        String body = text.replaceAll("-----[A-Z ]+-----", "").replaceAll("\\s", "");
        byte[] content;
        try {
            content = Base64.getDecoder().decode(body);
        } catch (IllegalArgumentException e) {
            throw new GeneralSecurityException("no PEM key", e);
        }
        return KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(content));
    }
}
