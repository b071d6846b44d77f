package dev.tenure.runtime.tls;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Provider;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class NativeCryptographyTest {
    private static final String SIGNATURE = "SHA256withECDSA";
    private static final byte[] TEXT = {1, 2, 3};

    @Test
    void isLoadedOnceAndKnowsWhatItHas() {
        Optional<Provider> provider = NativeCryptography.provider();

        assertThat(NativeCryptography.provider()).isEqualTo(provider);
        assertThat(NativeCryptography.provider("Signature", SIGNATURE)).isEqualTo(provider);
        assertThat(NativeCryptography.provider("Signature", "Something")).isEmpty();
    }

    @Test
    void whatItSignsWithAKeyOfItsOwnTheJdkVerifies() throws Exception {
        KeyPair pair = keys(NativeCryptography.provider("KeyPairGenerator", "EC"));
        var plain = KeyFactory.getInstance("EC")
                .generatePrivate(new PKCS8EncodedKeySpec(pair.getPrivate().getEncoded()));

        Signature signing = of(NativeCryptography.provider("Signature", SIGNATURE));
        signing.initSign(plain);
        signing.update(TEXT);
        byte[] signed = signing.sign();

        Signature verifying = of(Optional.empty());
        verifying.initVerify(pair.getPublic());
        verifying.update(TEXT);
        assertThat(verifying.verify(signed)).isTrue();
    }

    private static KeyPair keys(Optional<Provider> provider) throws Exception {
        KeyPairGenerator generator = provider.isPresent()
                ? KeyPairGenerator.getInstance("EC", provider.get())
                : KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"));
        return generator.generateKeyPair();
    }

    private static Signature of(Optional<Provider> provider) throws Exception {
        return provider.isPresent()
                ? Signature.getInstance(SIGNATURE, provider.get())
                : Signature.getInstance(SIGNATURE);
    }
}
