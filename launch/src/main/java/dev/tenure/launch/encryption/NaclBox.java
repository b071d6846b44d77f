package dev.tenure.launch.encryption;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import org.bouncycastle.crypto.engines.XSalsa20Engine;
import org.bouncycastle.crypto.macs.Poly1305;
import org.bouncycastle.crypto.params.KeyParameter;
import org.bouncycastle.crypto.params.ParametersWithIV;

/// NaCl's crypto_secretbox_xsalsa20poly1305: the first 32 bytes of the stream are the key of Poly1305, which
/// vouches for the encrypted bytes behind it. See "Cryptography in NaCl" by Daniel J. Bernstein, chapter 10.
final class NaclBox {
    static final int NONCE_BYTES = 24;
    private static final int TAG_BYTES = 16;
    private static final int TAG_KEY_BYTES = 32;

    private NaclBox() {}

    /// @param secret of 32 bytes
    static byte[] seal(byte[] plain, byte[] nonce, byte[] secret) {
        XSalsa20Engine stream = stream(nonce, secret);
        byte[] tagKey = tagKey(stream);
        var box = new byte[TAG_BYTES + plain.length];
        stream.processBytes(plain, 0, plain.length, box, TAG_BYTES);
        System.arraycopy(tag(box, tagKey), 0, box, 0, TAG_BYTES);
        return box;
    }

    /// @throws GeneralSecurityException when it is none, or of another key
    static byte[] open(byte[] box, byte[] nonce, byte[] secret) throws GeneralSecurityException {
        if (box.length < TAG_BYTES) {
            throw new GeneralSecurityException("it is too short");
        }
        XSalsa20Engine stream = stream(nonce, secret);
        byte[] tagKey = tagKey(stream);
        if (!MessageDigest.isEqual(tag(box, tagKey), Arrays.copyOf(box, TAG_BYTES))) {
            throw new GeneralSecurityException("it was changed, or encrypted by another key");
        }
        var plain = new byte[box.length - TAG_BYTES];
        stream.processBytes(box, TAG_BYTES, plain.length, plain, 0);
        return plain;
    }

    private static XSalsa20Engine stream(byte[] nonce, byte[] secret) {
        var stream = new XSalsa20Engine();
        stream.init(true, new ParametersWithIV(new KeyParameter(secret), nonce));
        return stream;
    }

    private static byte[] tagKey(XSalsa20Engine stream) {
        var key = new byte[TAG_KEY_BYTES];
        stream.processBytes(key, 0, key.length, key, 0);
        return key;
    }

    /// Of what is behind the tag's place.
    private static byte[] tag(byte[] box, byte[] key) {
        var poly = new Poly1305();
        poly.init(new KeyParameter(key));
        poly.update(box, TAG_BYTES, box.length - TAG_BYTES);
        var tag = new byte[TAG_BYTES];
        poly.doFinal(tag, 0);
        return tag;
    }
}
