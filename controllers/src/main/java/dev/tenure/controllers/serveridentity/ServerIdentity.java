package dev.tenure.controllers.serveridentity;

import dev.tenure.runtime.io.Sha256;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Who an API server is.
///
/// @param name of its Lease: the same as long as the machine is called the same
/// @param host what the machine is called
/// @param holder this life of the server
public record ServerIdentity(String name, String host, String holder) {
    static final String COMPONENT = "kube-apiserver";
    private static final int HASH_BYTES = 16;
    private static final int BITS_PER_LETTER = 5;
    private static final String LETTERS = "abcdefghijklmnopqrstuvwxyz234567";

    /// The name is upstream's for that machine. Upstream: apiserver/pkg/server/config.go (NewConfig).
    ///
    /// @param life differs from one start of the server to the next
    public static ServerIdentity of(String host, String life) {
        var hashed = new ByteArrayOutputStream();
        for (String part : new String[] {host, COMPONENT}) {
            byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
            hashed.write(bytes.length >> Byte.SIZE);
            hashed.write(bytes.length);
            hashed.writeBytes(bytes);
        }
        String name = "apiserver-" + letters(Arrays.copyOf(Sha256.of(hashed.toByteArray()), HASH_BYTES));
        return new ServerIdentity(name, host, name + "_" + life);
    }

    /// Base 32 in small letters, without padding.
    private static String letters(byte[] bytes) {
        var text = new StringBuilder();
        int bits = 0;
        int held = 0;
        for (byte one : bytes) {
            held = (held << Byte.SIZE) | Byte.toUnsignedInt(one);
            bits += Byte.SIZE;
            while (bits >= BITS_PER_LETTER) {
                bits -= BITS_PER_LETTER;
                text.append(LETTERS.charAt(held >> bits));
                held &= (1 << bits) - 1;
            }
        }
        return bits == 0
                ? text.toString()
                : text.append(LETTERS.charAt(held << (BITS_PER_LETTER - bits))).toString();
    }
}
