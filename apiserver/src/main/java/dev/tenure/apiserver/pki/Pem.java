package dev.tenure.apiserver.pki;

import com.google.re2j.Pattern;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECPoint;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/// Keys and certificates as text. Pure.
public final class Pem {
    private static final Pattern FRAME = Pattern.compile("-----[A-Z ]+-----|\\s");
    private static final int LINE = 64;
    private static final int P256_BITS = 256;

    /// A sequence: version 1, then an octet string of 32 bytes. RFC 5915.
    private static final byte[] SEC1_UP_TO_KEY = {0x30, 0x77, 0x02, 0x01, 0x01, 0x04, 0x20};

    /// The name of the curve P-256, then a bit string with an uncompressed point.
    private static final byte[] SEC1_UP_TO_POINT = {
        (byte) 0xa0,
        0x0a,
        0x06,
        0x08,
        0x2a,
        (byte) 0x86,
        0x48,
        (byte) 0xce,
        0x3d,
        0x03,
        0x01,
        0x07, //
        (byte) 0xa1,
        0x44,
        0x03,
        0x42,
        0x00,
        0x04
    };

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

    /// A request for a certificate, PKCS #10.
    static String ofRequest(byte[] request) {
        return block("CERTIFICATE REQUEST", request);
    }

    /// A key as clients of Kubernetes expect it in a kubeconfig: a key on P-256 as SEC 1 with its public
    /// half, which more of them read than PKCS #8; any other as PKCS #8.
    public static String keyOf(Identity identity) {
        boolean curved = identity.key() instanceof ECPrivateKey secret
                && identity.certificate().getPublicKey() instanceof ECPublicKey
                && secret.getParams().getOrder().bitLength() == P256_BITS;
        if (!curved) {
            return of(identity.key());
        }
        byte[] secret = coordinate(((ECPrivateKey) identity.key()).getS());
        ECPoint point = ((ECPublicKey) identity.certificate().getPublicKey()).getW();
        var der = new ByteArrayOutputStream();
        der.writeBytes(SEC1_UP_TO_KEY);
        der.writeBytes(secret);
        der.writeBytes(SEC1_UP_TO_POINT);
        der.writeBytes(coordinate(point.getAffineX()));
        der.writeBytes(coordinate(point.getAffineY()));
        return block("EC PRIVATE KEY", der.toByteArray());
    }

    private static byte[] coordinate(BigInteger number) {
        return fixed(number, P256_BITS / Byte.SIZE);
    }

    /// A number that is not negative, in so many bytes.
    static byte[] fixed(BigInteger number, int length) {
        byte[] bytes = number.toByteArray();
        byte[] fixed = new byte[length];
        int used = Math.min(bytes.length, fixed.length);
        System.arraycopy(bytes, bytes.length - used, fixed, fixed.length - used, used);
        return fixed;
    }

    private static String block(String title, byte[] content) {
        String body = Base64.getMimeEncoder(LINE, new byte[] {'\n'}).encodeToString(content);
        return "-----BEGIN " + title + "-----\n" + body + "\n-----END " + title + "-----\n";
    }

    /// All certificates in a text.
    ///
    /// @throws GeneralSecurityException when there is something else in it
    public static List<X509Certificate> certificates(String text) throws GeneralSecurityException {
        return certificates(text.getBytes(StandardCharsets.US_ASCII));
    }

    /// All certificates in a text, or in bytes of DER.
    ///
    /// @throws GeneralSecurityException when there is something else in them
    public static List<X509Certificate> certificates(byte[] content) throws GeneralSecurityException {
        var all = new ArrayList<X509Certificate>();
        var bytes = new ByteArrayInputStream(content);
        for (Certificate one : CertificateFactory.getInstance("X.509").generateCertificates(bytes)) {
            all.add((X509Certificate) one);
        }
        return all;
    }

    /// An unencrypted PKCS #8 key on an elliptic curve.
    ///
    /// @throws GeneralSecurityException when it is none
    public static PrivateKey key(String text) throws GeneralSecurityException {
        String body = FRAME.matcher(text).replaceAll("");
        byte[] content;
        try {
            content = Base64.getDecoder().decode(body);
        } catch (IllegalArgumentException e) {
            throw new GeneralSecurityException("no PEM key", e);
        }
        return KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(content));
    }
}
