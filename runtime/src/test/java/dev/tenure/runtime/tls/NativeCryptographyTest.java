package dev.tenure.runtime.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
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
    void isLoadedOnceAndDoesWhatItCan() throws Exception {
        Optional<Provider> provider = NativeCryptography.provider();

        assertThat(NativeCryptography.provider()).isEqualTo(provider);
        assertThat(NativeCryptography.provider("Signature", SIGNATURE).getName())
                .isEqualTo(provider.map(Provider::getName).orElse("SunEC"));
    }

    @Test
    void theJdkDoesWhatItCannot() throws Exception {
        Provider ofTheJdk = NativeCryptography.provider("KeyStore", "PKCS12");

        assertThat(ofTheJdk.getService("KeyStore", "PKCS12")).isNotNull();
        assertThatThrownBy(() -> NativeCryptography.provider("Signature", "Something"))
                .isInstanceOf(NoSuchAlgorithmException.class)
                .hasMessage("Signature Something");
    }

    @Test
    void whatItSignsWithAKeyOfItsOwnTheJdkVerifies() throws Exception {
        KeyPairGenerator generator =
                KeyPairGenerator.getInstance("EC", NativeCryptography.provider("KeyPairGenerator", "EC"));
        generator.initialize(new ECGenParameterSpec("secp256r1"));
        KeyPair pair = generator.generateKeyPair();
        var plain = KeyFactory.getInstance("EC")
                .generatePrivate(new PKCS8EncodedKeySpec(pair.getPrivate().getEncoded()));

        Signature signing = Signature.getInstance(SIGNATURE, NativeCryptography.provider("Signature", SIGNATURE));
        signing.initSign(plain);
        signing.update(TEXT);
        byte[] signed = signing.sign();

        Signature verifying = Signature.getInstance(SIGNATURE, "SunEC");
        verifying.initVerify(pair.getPublic());
        verifying.update(TEXT);
        assertThat(verifying.verify(signed)).isTrue();
    }
}
