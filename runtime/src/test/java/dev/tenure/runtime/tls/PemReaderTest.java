package dev.tenure.runtime.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.RSAPrivateCrtKey;
import java.security.spec.ECGenParameterSpec;
import java.util.Arrays;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Keys in every form that kubectl reads, written here byte by byte.
final class PemReaderTest {
    private static String pem(String kind, byte[] der) {
        String lines = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII))
                .encodeToString(der);
        return "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(kind, lines, kind);
    }

    private static byte[] tagged(int tag, byte[]... parts) {
        var content = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            content.writeBytes(part);
        }
        int length = content.size();
        var out = new ByteArrayOutputStream();
        out.write(tag);
        if (length >= 0x100) {
            out.write(0x82);
            out.write(length >> 8);
        } else if (length >= 0x80) {
            out.write(0x81);
        }
        out.write(length);
        out.writeBytes(content.toByteArray());
        return out.toByteArray();
    }

    private static byte[] integer(BigInteger value) {
        return tagged(0x02, value.toByteArray());
    }

    private static byte[] pkcs1(RSAPrivateCrtKey key) {
        return tagged(
                0x30,
                integer(BigInteger.ZERO),
                integer(key.getModulus()),
                integer(key.getPublicExponent()),
                integer(key.getPrivateExponent()),
                integer(key.getPrimeP()),
                integer(key.getPrimeQ()),
                integer(key.getPrimeExponentP()),
                integer(key.getPrimeExponentQ()),
                integer(key.getCrtCoefficient()));
    }

    /// RFC 5915, with its curve, as openssl writes it.
    private static byte[] sec1(ECPrivateKey key, byte[] curve) {
        int size = (key.getParams().getOrder().bitLength() + 7) / 8;
        byte[] number = key.getS().toByteArray();
        var secret = new byte[size];
        int from = Math.max(0, number.length - size);
        System.arraycopy(number, from, secret, size - (number.length - from), number.length - from);
        return tagged(0x30, integer(BigInteger.ONE), tagged(0x04, secret), curve);
    }

    private static KeyPair rsa(int bits) throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(bits);
        return generator.generateKeyPair();
    }

    private static KeyPair ec(String curve) throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec(curve));
        return generator.generateKeyPair();
    }

    /// @param hex the object identifier of the curve behind tag 0
    @ParameterizedTest
    @CsvSource({"secp256r1, A00A06082A8648CE3D030107", "secp384r1, A00706052B81040022", "secp521r1, A00706052B81040023"
    })
    void keysOnCurvesAreReadInBothForms(String curve, String hex) throws GeneralSecurityException {
        var key = (ECPrivateKey) ec(curve).getPrivate();
        assertSame(key, pem("PRIVATE KEY", key.getEncoded()));
        byte[] identifier = new BigInteger(hex, 16).toByteArray();
        byte[] name = identifier[0] == 0 ? Arrays.copyOfRange(identifier, 1, identifier.length) : identifier;
        assertSame(key, pem("EC PRIVATE KEY", sec1(key, name)));
    }

    @ParameterizedTest
    @ValueSource(ints = {1024, 2048})
    void rsaKeysAreReadInBothForms(int bits) throws GeneralSecurityException {
        var key = (RSAPrivateCrtKey) rsa(bits).getPrivate();
        assertSame(key, pem("PRIVATE KEY", key.getEncoded()));
        assertSame(key, pem("RSA PRIVATE KEY", pkcs1(key)));
    }

    private static void assertSame(PrivateKey expected, String pem) throws GeneralSecurityException {
        PrivateKey read = PemReader.privateKey(pem);
        switch (expected) {
            case ECPrivateKey key -> assertThat(((ECPrivateKey) read).getS()).isEqualTo(key.getS());
            case RSAPrivateCrtKey key ->
                assertThat(((RSAPrivateCrtKey) read).getPrivateExponent()).isEqualTo(key.getPrivateExponent());
            default -> throw new AssertionError(expected.getAlgorithm());
        }
    }

    @Test
    void theKeyIsFoundAmongOtherBlocks() throws GeneralSecurityException {
        var key = (ECPrivateKey) ec("secp256r1").getPrivate();
        String parameters = pem("EC PARAMETERS", new byte[] {6, 8, 42, -122, 72, -50, 61, 3, 1, 7});
        assertSame(key, parameters + pem("PRIVATE KEY", key.getEncoded()));
    }

    @Test
    void whatCannotBeReadIsRefusedByItsName() throws GeneralSecurityException {
        assertThatThrownBy(() -> PemReader.privateKey("nothing"))
                .isInstanceOf(GeneralSecurityException.class)
                .hasMessage("no private key found in PEM text");
        assertThatThrownBy(() -> PemReader.privateKey(pem("ENCRYPTED PRIVATE KEY", new byte[] {1})))
                .isInstanceOf(GeneralSecurityException.class)
                .hasMessageContaining("\"ENCRYPTED PRIVATE KEY\" cannot be read")
                .hasMessageContaining("openssl pkcs8");
        var key = (ECPrivateKey) ec("secp256r1").getPrivate();
        assertThatThrownBy(() -> PemReader.privateKey(pem("EC PRIVATE KEY", sec1(key, new byte[0]))))
                .isInstanceOf(GeneralSecurityException.class)
                .hasMessage("the EC private key names no curve");
        assertThatThrownBy(() -> PemReader.certificates("nothing")).isInstanceOf(GeneralSecurityException.class);
    }
}
