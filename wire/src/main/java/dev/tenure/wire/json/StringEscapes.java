package dev.tenure.wire.json;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// The inside of a JSON string → text, as Go reads it: what is no valid UTF-8 or no whole surrogate pair
/// becomes U+FFFD, one for each bad byte.
final class StringEscapes {
    private static final char REPLACEMENT = '\ufffd';

    private final byte[] data;
    private final int end;
    private final StringBuilder out;
    private int position;

    private StringEscapes(byte[] data, int start, int end) {
        this.data = data;
        this.end = end;
        this.position = start;
        this.out = new StringBuilder(end - start);
    }

    /// The bytes from `start` to before `end` are known to follow the grammar.
    static String read(byte[] data, int start, int end) {
        String simple = simple(data, start, end);
        if (simple != null) {
            return simple;
        }
        StringEscapes reader = new StringEscapes(data, start, end);
        while (reader.position < end) {
            reader.step();
        }
        return reader.out.toString();
    }

    /// A text of ASCII, also where it is escaped, as JSON within JSON is; `null` for any other.
    private static @Nullable String simple(byte[] data, int start, int end) {
        byte[] text = new byte[end - start];
        int length = 0;
        for (int i = start; i < end; i++) {
            byte c = data[i];
            if (c == '\\') {
                i++;
                c = control(data[i]);
            }
            if (c < 0) {
                return null;
            }
            text[length++] = c;
        }
        return new String(text, 0, length, StandardCharsets.ISO_8859_1);
    }

    /// What stands for a character behind a backslash; negative when that takes more than this one.
    private static byte control(byte c) {
        return switch (c) {
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> -1;
            default -> c;
        };
    }

    private void step() {
        byte c = data[position];
        if (c == '\\') {
            position++;
            escape();
        } else if (c >= 0) {
            plain();
        } else {
            multiByte();
        }
    }

    /// Up to the next escape or character that is not of ASCII.
    private void plain() {
        int from = position;
        while (position < end && data[position] >= 0 && data[position] != '\\') {
            position++;
        }
        out.append(new String(data, from, position - from, StandardCharsets.ISO_8859_1));
    }

    private void escape() {
        byte c = data[position++];
        if (c == 'u') {
            unicode();
        } else {
            out.append((char) control(c));
        }
    }

    private void unicode() {
        char first = hex(position);
        position += 4;
        if (!Character.isSurrogate(first)) {
            out.append(first);
            return;
        }
        boolean followed = position + 6 <= end && data[position] == '\\' && data[position + 1] == 'u';
        char second = followed ? hex(position + 2) : 0;
        if (Character.isSurrogatePair(first, second)) {
            out.append(first).append(second);
            position += 6;
        } else {
            out.append(REPLACEMENT);
        }
    }

    private char hex(int at) {
        int value = 0;
        for (int i = at; i < at + 4; i++) {
            value = value << 4 | Character.digit(data[i], 16);
        }
        return (char) value;
    }

    private void multiByte() {
        int length = sequenceLength();
        if (length == 0) {
            out.append(REPLACEMENT);
            position++;
            return;
        }
        int point = data[position] & (0x7f >> length);
        for (int i = 1; i < length; i++) {
            point = point << 6 | (data[position + i] & 0x3f);
        }
        out.appendCodePoint(point);
        position += length;
    }

    /// How many bytes the character takes that starts here; 0 when none does.
    private int sequenceLength() {
        int lead = data[position] & 0xff;
        int length = lengthOf(lead);
        if (length == 0 || position + length > end) {
            return 0;
        }
        for (int i = 1; i < length; i++) {
            if ((data[position + i] & 0xc0) != 0x80) {
                return 0;
            }
        }
        return isShortestForm(lead, data[position + 1] & 0xff) ? length : 0;
    }

    private static int lengthOf(int lead) {
        if (lead < 0xc2 || lead > 0xf4) {
            return 0;
        }
        return lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    }

    /// No longer than needed, no surrogate, and not beyond the last code point.
    private static boolean isShortestForm(int lead, int second) {
        return switch (lead) {
            case 0xe0 -> second >= 0xa0;
            case 0xed -> second <= 0x9f;
            case 0xf0 -> second >= 0x90;
            case 0xf4 -> second <= 0x8f;
            default -> true;
        };
    }
}
