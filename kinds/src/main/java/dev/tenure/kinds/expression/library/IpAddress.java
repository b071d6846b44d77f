package dev.tenure.kinds.expression.library;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// An IP address as a value of expressions.
///
/// @param bytes 4 or 16 of them, never changed
record IpAddress(String canonical, byte[] bytes) {
    boolean isV6() {
        return bytes.length == 16;
    }

    boolean isUnspecified() {
        return isAll(0, bytes.length, 0);
    }

    boolean isLoopback() {
        return isV6() ? isAll(0, 15, 0) && bytes[15] == 1 : bytes[0] == 127;
    }

    boolean isLocalMulticast() {
        return isV6() ? at(0) == 0xff && (at(1) & 0x0f) == 2 : at(0) == 224 && at(1) == 0 && at(2) == 0;
    }

    boolean isLocalUnicast() {
        return isV6() ? at(0) == 0xfe && (at(1) & 0xc0) == 0x80 : at(0) == 169 && at(1) == 254;
    }

    boolean isGlobalUnicast() {
        boolean broadcast = !isV6() && isAll(0, 4, 0xff);
        return !broadcast && !isUnspecified() && !isLoopback() && !isMulticast() && !isLocalUnicast();
    }

    private boolean isMulticast() {
        return isV6() ? at(0) == 0xff : (at(0) & 0xf0) == 0xe0;
    }

    private int at(int index) {
        return bytes[index] & 0xff;
    }

    private boolean isAll(int from, int to, int value) {
        for (int i = from; i < to; i++) {
            if (at(i) != value) {
                return false;
            }
        }
        return true;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof IpAddress that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return canonical;
    }
}
