package dev.tenure.launch.encryption;

import dev.tenure.store.AtRest;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;

/// A way to make bytes unreadable, with one key. What it writes begins with a text that says which way and
/// which key. Upstream: apiserver/pkg/storage/value/encrypt. Safe for use by several threads.
sealed interface Provider {
    /// What begins so was written by this provider.
    String prefix();

    /// @param key in etcd of the object, which some ways bind the bytes to
    byte[] seal(byte[] plain, String key) throws GeneralSecurityException;

    /// @param sealed as written, with the prefix
    /// @throws GeneralSecurityException when the bytes are not what was written, or by another key
    byte[] open(byte[] sealed, String key) throws GeneralSecurityException;

    /// The bytes as they are.
    record Identity() implements Provider {
        @Override
        public String prefix() {
            return "";
        }

        @Override
        public byte[] seal(byte[] plain, String key) {
            return plain;
        }

        @Override
        public byte[] open(byte[] sealed, String key) throws GeneralSecurityException {
            if (AtRest.isEncrypted(sealed)) {
                throw new GeneralSecurityException("it is encrypted");
            }
            return sealed;
        }
    }

    /// AES in CBC mode: 16 bytes of a start value, then the blocks. Says nothing of who changed them.
    record AesCbc(String name, SecretKey secret, SecureRandom random) implements Provider {
        private static final int BLOCK_BYTES = 16;

        @Override
        public String prefix() {
            return AtRest.ENCRYPTED + "aescbc:v1:" + name + ":";
        }

        @Override
        public byte[] seal(byte[] plain, String key) throws GeneralSecurityException {
            var start = new byte[BLOCK_BYTES];
            random.nextBytes(start);
            return Encryption.joined(
                    prefix(), start, cipher(Cipher.ENCRYPT_MODE, start).doFinal(plain));
        }

        @Override
        public byte[] open(byte[] sealed, String key) throws GeneralSecurityException {
            int from = Encryption.behind(prefix(), sealed, BLOCK_BYTES);
            byte[] start = Arrays.copyOfRange(sealed, from, from + BLOCK_BYTES);
            int blocks = from + BLOCK_BYTES;
            return cipher(Cipher.DECRYPT_MODE, start).doFinal(sealed, blocks, sealed.length - blocks);
        }

        private Cipher cipher(int mode, byte[] start) throws GeneralSecurityException {
            Cipher cipher = Cipher.getInstance("AES/CBC/PKCS5Padding");
            cipher.init(mode, secret, new IvParameterSpec(start));
            return cipher;
        }
    }

    /// AES in Galois counter mode: 12 bytes that are used once, the bytes, 16 bytes that vouch for them and
    /// for the key in etcd.
    record AesGcm(String name, SecretKey secret, SecureRandom random) implements Provider {
        private static final int NONCE_BYTES = 12;
        private static final int TAG_BITS = 128;

        @Override
        public String prefix() {
            return AtRest.ENCRYPTED + "aesgcm:v1:" + name + ":";
        }

        @Override
        public byte[] seal(byte[] plain, String key) throws GeneralSecurityException {
            var nonce = new byte[NONCE_BYTES];
            random.nextBytes(nonce);
            return Encryption.joined(
                    prefix(), nonce, cipher(Cipher.ENCRYPT_MODE, nonce, key).doFinal(plain));
        }

        @Override
        public byte[] open(byte[] sealed, String key) throws GeneralSecurityException {
            int from = Encryption.behind(prefix(), sealed, NONCE_BYTES);
            byte[] nonce = Arrays.copyOfRange(sealed, from, from + NONCE_BYTES);
            int rest = from + NONCE_BYTES;
            return cipher(Cipher.DECRYPT_MODE, nonce, key).doFinal(sealed, rest, sealed.length - rest);
        }

        private Cipher cipher(int mode, byte[] nonce, String key) throws GeneralSecurityException {
            Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            cipher.init(mode, secret, new GCMParameterSpec(TAG_BITS, nonce));
            cipher.updateAAD(key.getBytes(StandardCharsets.UTF_8));
            return cipher;
        }
    }

    /// NaCl's secretbox: 24 bytes that are used once, 16 bytes that vouch for the rest, the bytes.
    record SecretBox(String name, SecretKey secret, SecureRandom random) implements Provider {
        @Override
        public String prefix() {
            return AtRest.ENCRYPTED + "secretbox:v1:" + name + ":";
        }

        @Override
        public byte[] seal(byte[] plain, String key) {
            var nonce = new byte[NaclBox.NONCE_BYTES];
            random.nextBytes(nonce);
            return Encryption.joined(prefix(), nonce, NaclBox.seal(plain, nonce, secret.getEncoded()));
        }

        @Override
        public byte[] open(byte[] sealed, String key) throws GeneralSecurityException {
            int from = Encryption.behind(prefix(), sealed, NaclBox.NONCE_BYTES);
            byte[] nonce = Arrays.copyOfRange(sealed, from, from + NaclBox.NONCE_BYTES);
            byte[] box = Arrays.copyOfRange(sealed, from + NaclBox.NONCE_BYTES, sealed.length);
            return NaclBox.open(box, nonce, secret.getEncoded());
        }
    }
}
