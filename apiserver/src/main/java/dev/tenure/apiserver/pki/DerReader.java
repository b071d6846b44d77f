package dev.tenure.apiserver.pki;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Optional;

/// Elements of DER, one after the other, as strictly as Go's `cryptobyte` takes them: short tags, lengths of
/// at most four bytes and no longer than they have to be. What does not begin with what is asked for is left
/// where it is. Confined to one call.
final class DerReader {
    static final int BOOLEAN = 0x01;
    static final int INTEGER = 0x02;
    static final int BIT_STRING = 0x03;
    static final int OCTET_STRING = 0x04;
    static final int OBJECT_IDENTIFIER = 0x06;
    static final int SEQUENCE = 0x30;
    static final int SET = 0x31;

    private static final int LONG_TAG = 0x1f;
    private static final int MORE = 0x80;
    private static final int BYTE = 0xff;
    private static final int LENGTH_BYTES_MAX = 4;
    private static final int COMPONENT_BYTES_MAX = 5;
    private static final int COMPONENT_LIMIT = 1 << 24;

    private final byte[] bytes;
    private int at;
    private final int end;

    DerReader(byte[] bytes) {
        this(bytes, 0, bytes.length);
    }

    private DerReader(byte[] bytes, int at, int end) {
        this.bytes = bytes;
        this.at = at;
        this.end = end;
    }

    boolean isEmpty() {
        return at == end;
    }

    /// Whether an element of this tag begins here, be it well-formed or not.
    boolean begins(int tag) {
        return at < end && (bytes[at] & BYTE) == tag;
    }

    /// The tag of the element that begins here; zero at the end.
    int tag() {
        return isEmpty() ? 0 : bytes[at] & BYTE;
    }

    /// All that is left.
    byte[] rest() {
        return Arrays.copyOfRange(bytes, at, end);
    }

    /// The content of the element that begins here, which is behind the reader then.
    Optional<DerReader> read(int tag) {
        return begins(tag) ? any() : Optional.empty();
    }

    /// The same, whatever its tag.
    Optional<DerReader> any() {
        if (end - at < 2 || (bytes[at] & LONG_TAG) == LONG_TAG) {
            return Optional.empty();
        }
        int first = bytes[at + 1] & BYTE;
        int head = first < MORE ? 2 : 2 + first - MORE;
        long length = first < MORE ? first : length(first - MORE);
        if (length < 0 || length > end - at - head) {
            return Optional.empty();
        }
        int start = at + head;
        at = start + (int) length;
        return Optional.of(new DerReader(bytes, start, at));
    }

    /// @return negative when it is none, or could be written shorter
    private long length(int size) {
        if (size == 0 || size > LENGTH_BYTES_MAX || end - at < 2 + size) {
            return -1;
        }
        long length = 0;
        for (int i = 0; i < size; i++) {
            length = (length << Byte.SIZE) | (bytes[at + 2 + i] & BYTE);
        }
        boolean shorter = length < MORE || length >> ((size - 1) * Byte.SIZE) == 0;
        return shorter ? -1 : length;
    }

    /// A whole number that is written no longer than it has to be.
    Optional<BigInteger> integer() {
        return read(INTEGER).filter(DerReader::isShortest).map(found -> new BigInteger(found.rest()));
    }

    private boolean isShortest() {
        if (end - at < 2) {
            return !isEmpty();
        }
        boolean negative = bytes[at + 1] < 0;
        return !(bytes[at] == 0 && !negative) && !(bytes[at] == -1 && negative);
    }

    /// An object identifier, as its bytes.
    Optional<byte[]> identifier() {
        return read(OBJECT_IDENTIFIER)
                .filter(found -> !found.isEmpty())
                .map(DerReader::rest)
                .filter(DerReader::areComponents);
    }

    private static boolean areComponents(byte[] identifier) {
        int at = 0;
        while (at < identifier.length) {
            long value = 0;
            int size = 0;
            boolean more = true;
            while (more) {
                boolean padded = size == 0 && identifier[at] == (byte) MORE;
                if (padded || size == COMPONENT_BYTES_MAX || value >= COMPONENT_LIMIT) {
                    return false;
                }
                value = (value << 7) | (identifier[at] & (MORE - 1));
                more = identifier[at] < 0;
                at++;
                size++;
                if (more && at == identifier.length) {
                    return false;
                }
            }
        }
        return true;
    }

    /// A string of bits whose unused ones are zero, moved by these to the right.
    Optional<byte[]> bits() {
        return read(BIT_STRING).filter(DerReader::arePadded).map(found -> {
            byte[] all = found.rest();
            int unused = all[0];
            byte[] moved = new byte[all.length - 1];
            for (int i = 0; i < moved.length; i++) {
                int before = i == 0 ? 0 : all[i] & BYTE;
                moved[i] = (byte) (((before << Byte.SIZE) | (all[i + 1] & BYTE)) >> unused);
            }
            return moved;
        });
    }

    private boolean arePadded() {
        if (isEmpty()) {
            return false;
        }
        int unused = bytes[at] & BYTE;
        if (unused >= Byte.SIZE) {
            return false;
        }
        return end - at == 1 ? unused == 0 : (bytes[end - 1] & ((1 << unused) - 1)) == 0;
    }
}
