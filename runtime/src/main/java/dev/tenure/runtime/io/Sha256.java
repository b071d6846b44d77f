package dev.tenure.runtime.io;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// SHA-256, which every JDK has. Stateless.
public final class Sha256 {
    private Sha256() {}

    /// For what comes in pieces.
    public static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /// The 32 bytes for these.
    public static byte[] of(byte[] bytes) {
        return digest().digest(bytes);
    }

    /// The same as 64 hexadecimal digits, in small letters.
    public static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(of(bytes));
    }
}
