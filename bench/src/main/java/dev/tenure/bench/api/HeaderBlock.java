package dev.tenure.bench.api;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/// Headers of HTTP/2 in their simplest spelling (RFC 7541): names and values in full, nothing remembered from
/// one request to the next, so that a block can be made beforehand. Of an answer only its status is read.
final class HeaderBlock {
    /// Indexes of the static table.
    private static final int FIRST_STATUS = 8;

    private static final int[] STATUSES = {200, 204, 206, 304, 400, 404, 500};
    private static final int UNKNOWN = 0;

    private HeaderBlock() {}

    /// A request's headers, pseudo-headers first.
    static byte[] request(String method, String authority, String path, Map<String, String> headers) {
        var out = new ByteArrayOutputStream(256);
        literal(out, ":method", method);
        literal(out, ":scheme", "https");
        literal(out, ":authority", authority);
        literal(out, ":path", path);
        headers.forEach((name, value) -> literal(out, name, value));
        return out.toByteArray();
    }

    private static void literal(ByteArrayOutputStream out, String name, String value) {
        out.write(0x10);
        text(out, name);
        text(out, value);
    }

    private static void text(ByteArrayOutputStream out, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        int length = bytes.length;
        if (length < 127) {
            out.write(length);
        } else {
            out.write(127);
            int rest = length - 127;
            for (; rest >= 128; rest >>= 7) {
                out.write((rest & 127) | 128);
            }
            out.write(rest);
        }
        out.writeBytes(bytes);
    }

    /// The status of an answer, which stands first in its headers; 0 when it is spelled in an unforeseen way.
    /// Right only where the peer was told to keep no table.
    static int status(byte[] block, int from, int to) {
        int at = from;
        while (at < to && (block[at] & 0xe0) == 0x20) {
            at = afterNumber(block, at, 0x1f);
        }
        if (at >= to) {
            return UNKNOWN;
        }
        int first = block[at] & 0xff;
        if (first >= 128) {
            int index = (first & 127) - FIRST_STATUS;
            return index >= 0 && index < STATUSES.length ? STATUSES[index] : UNKNOWN;
        }
        boolean named = first == 0x08 || first == 0x18 || first == 0x48;
        return named && at + 2 < to ? digits(block, at + 1, to) : UNKNOWN;
    }

    private static int afterNumber(byte[] block, int from, int mask) {
        int at = from;
        if ((block[at++] & mask) == mask) {
            while ((block[at++] & 128) != 0) {
                // the number goes on
            }
        }
        return at;
    }

    private static int digits(byte[] block, int from, int to) {
        boolean huffman = (block[from] & 128) != 0;
        int length = block[from] & 127;
        if (from + length >= to) {
            return UNKNOWN;
        }
        if (!huffman) {
            return Integer.parseInt(new String(block, from + 1, length, StandardCharsets.US_ASCII));
        }
        long bits = 0;
        for (int i = 1; i <= length; i++) {
            bits = (bits << 8) | (block[from + i] & 0xff);
        }
        return decoded(bits, length * 8);
    }

    /// Three digits in the code of RFC 7541, appendix B: 0, 1 and 2 have five bits, the others six.
    private static int decoded(long bits, int count) {
        int value = 0;
        int left = count;
        for (int i = 0; i < 3; i++) {
            int five = left < 5 ? -1 : (int) (bits >> (left - 5)) & 31;
            int six = left < 6 ? -1 : (int) (bits >> (left - 6)) & 63;
            if (five >= 0 && five <= 2) {
                value = value * 10 + five;
                left -= 5;
            } else if (six >= 0x19 && six <= 0x1f) {
                value = value * 10 + six - 0x19 + 3;
                left -= 6;
            } else {
                return UNKNOWN;
            }
        }
        return value;
    }
}
