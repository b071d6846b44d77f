package dev.tenure.runtime.tls;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.interfaces.RSAPrivateCrtKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.RSAPublicKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads certificates and keys in PEM. Private keys may be PKCS #8, PKCS #1 (RSA) or SEC 1 (EC).
public final class PemReader {
    private static final Pattern BLOCK =
            Pattern.compile("-----BEGIN ([A-Z0-9 ]*PRIVATE KEY)-----([^-]+)-----END \\1-----");
    private static final Pattern ANY_BLOCK = Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----([^-]+)-----END \\1-----");
    private static final byte[] RSA_ALGORITHM = {
        0x30, 0x0d, 0x06, 0x09, 0x2a, (byte) 0x86, 0x48, (byte) 0x86, (byte) 0xf7, 0x0d, 0x01, 0x01, 0x01, 0x05, 0x00
    };
    private static final byte[] EC_ALGORITHM = {0x06, 0x07, 0x2a, (byte) 0x86, 0x48, (byte) 0xce, 0x3d, 0x02, 0x01};
    private static final byte[] VERSION_ZERO = {0x02, 0x01, 0x00};
    private static final int SEC1_CURVE_TAG = 0xa0;

    private PemReader() {}

    /// @throws GeneralSecurityException when `pem` holds no certificate
    public static List<Certificate> certificates(String pem) throws GeneralSecurityException {
        var in = new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII));
        var found =
                List.<Certificate>copyOf(CertificateFactory.getInstance("X.509").generateCertificates(in));
        if (found.isEmpty()) {
            throw new GeneralSecurityException("no certificate found in PEM text");
        }
        return found;
    }

    /// @throws GeneralSecurityException when `pem` holds no private key that can be read
    public static PrivateKey privateKey(String pem) throws GeneralSecurityException {
        Matcher block = BLOCK.matcher(pem);
        if (!block.find()) {
            throw new GeneralSecurityException("no private key found in PEM text");
        }
        byte[] der = Base64.getMimeDecoder().decode(block.group(2));
        return switch (block.group(1)) {
            case "RSA PRIVATE KEY" -> rsa(sequence(VERSION_ZERO, RSA_ALGORITHM, tagged(0x04, der)));
            case "EC PRIVATE KEY" -> ec(sequence(VERSION_ZERO, sequence(EC_ALGORITHM, curve(der)), tagged(0x04, der)));
            case "PRIVATE KEY" -> pkcs8(der);
            default ->
                throw new GeneralSecurityException("private keys of form \"" + block.group(1)
                        + "\" cannot be read; convert the key with openssl pkcs8 -topk8 -nocrypt");
        };
    }

    /// The public keys in a text: by themselves, of certificates, and of private RSA keys.
    ///
    /// @throws GeneralSecurityException when there is none, or one cannot be read
    public static List<PublicKey> publicKeys(String pem) throws GeneralSecurityException {
        var found = new ArrayList<PublicKey>();
        Matcher block = ANY_BLOCK.matcher(pem);
        while (block.find()) {
            byte[] der = Base64.getMimeDecoder().decode(block.group(2));
            switch (block.group(1)) {
                case "CERTIFICATE" ->
                    found.add(certificates(block.group()).getFirst().getPublicKey());
                case "PUBLIC KEY" -> found.add(publicKey(der));
                case "RSA PRIVATE KEY" -> found.add(publicHalf(privateKey(block.group())));
                default -> throw new GeneralSecurityException("it holds a \"" + block.group(1) + "\"");
            }
        }
        if (found.isEmpty()) {
            throw new GeneralSecurityException("nothing in PEM");
        }
        return found;
    }

    private static PublicKey publicKey(byte[] der) throws GeneralSecurityException {
        try {
            return KeyFactory.getInstance("EC").generatePublic(new X509EncodedKeySpec(der));
        } catch (GeneralSecurityException _) {
            return KeyFactory.getInstance("RSA").generatePublic(new X509EncodedKeySpec(der));
        }
    }

    private static PublicKey publicHalf(PrivateKey key) throws GeneralSecurityException {
        if (!(key instanceof RSAPrivateCrtKey rsa)) {
            throw new GeneralSecurityException("a private key without its public half");
        }
        return KeyFactory.getInstance("RSA")
                .generatePublic(new RSAPublicKeySpec(rsa.getModulus(), rsa.getPublicExponent()));
    }

    private static PrivateKey pkcs8(byte[] der) throws GeneralSecurityException {
        try {
            return ec(der);
        } catch (GeneralSecurityException _) {
            return rsa(der);
        }
    }

    private static PrivateKey ec(byte[] der) throws GeneralSecurityException {
        return KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(der));
    }

    private static PrivateKey rsa(byte[] der) throws GeneralSecurityException {
        return KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(der));
    }

    /// The object identifier of the curve, which SEC 1 keeps behind tag 0 after version and key.
    private static byte[] curve(byte[] sec1) throws GeneralSecurityException {
        int at = 0;
        at += 1 + lengthOfLength(sec1, 1);
        at += 3;
        at += 1 + lengthOfLength(sec1, at + 1) + length(sec1, at + 1);
        if (at >= sec1.length || (sec1[at] & 0xff) != SEC1_CURVE_TAG) {
            throw new GeneralSecurityException("the EC private key names no curve");
        }
        int length = length(sec1, at + 1);
        int from = at + 1 + lengthOfLength(sec1, at + 1);
        return Arrays.copyOfRange(sec1, from, from + length);
    }

    private static int lengthOfLength(byte[] der, int at) {
        int first = der[at] & 0xff;
        return first < 0x80 ? 1 : 1 + (first & 0x7f);
    }

    private static int length(byte[] der, int at) {
        int first = der[at] & 0xff;
        if (first < 0x80) {
            return first;
        }
        int length = 0;
        for (int i = 1; i <= (first & 0x7f); i++) {
            length = (length << 8) | (der[at + i] & 0xff);
        }
        return length;
    }

    private static byte[] sequence(byte[]... parts) {
        var joined = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            joined.writeBytes(part);
        }
        return tagged(0x30, joined.toByteArray());
    }

    private static byte[] tagged(int tag, byte[] content) {
        var out = new ByteArrayOutputStream();
        out.write(tag);
        if (content.length < 0x80) {
            out.write(content.length);
        } else if (content.length < 0x100) {
            out.write(0x81);
            out.write(content.length);
        } else {
            out.write(0x82);
            out.write(content.length >> 8);
            out.write(content.length);
        }
        out.writeBytes(content);
        return out.toByteArray();
    }
}
