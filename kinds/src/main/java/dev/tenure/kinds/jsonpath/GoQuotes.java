package dev.tenure.kinds.jsonpath;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// Reads a text in quotes as Go does. Confined to one call. Upstream: strconv.UnquoteChar.
final class GoQuotes {
    private static final String SHORT = "abfnrtv\\";
    private static final byte[] MEANT = {'\u0007', '\b', '\f', '\n', '\r', '\t', '\u000b', '\\'};
    private static final int OCTAL_DIGITS = 3;
    private static final int BYTE_MAX = 0xFF;

    private final String text;
    private final int quote;
    private final ByteArrayOutputStream read = new ByteArrayOutputStream();
    private int at;

    private GoQuotes(String text, int quote) {
        this.text = text;
        this.quote = quote;
    }

    /// What a text says.
    ///
    /// @param quoted with its quotes
    /// @return empty when it has an escape that there is not, or the quote within
    static Optional<String> unquoted(String quoted, int quote) {
        var text = new GoQuotes(quoted.substring(1, quoted.length() - 1), quote);
        while (text.at < text.text.length()) {
            if (!text.readOne()) {
                return Optional.empty();
            }
        }
        return Optional.of(text.read.toString(StandardCharsets.UTF_8));
    }

    /// Reads a character or an escape; false when it is neither.
    private boolean readOne() {
        int letter = text.codePointAt(at);
        at += Character.charCount(letter);
        if (letter == '\\') {
            return escape();
        }
        write(letter);
        return letter != quote;
    }

    private boolean escape() {
        if (at >= text.length()) {
            return false;
        }
        char kind = text.charAt(at);
        at++;
        int known = SHORT.indexOf(kind);
        if (known >= 0 || kind == quote) {
            read.write(known >= 0 ? MEANT[known] : kind);
            return true;
        }
        return switch (kind) {
            case 'x' -> oneByte(number(2, 16));
            case 'u' -> character(number(4, 16));
            case 'U' -> character(number(8, 16));
            default -> {
                at--;
                yield oneByte(number(OCTAL_DIGITS, 8));
            }
        };
    }

    private boolean oneByte(long value) {
        read.write((int) value);
        return value >= 0 && value <= BYTE_MAX;
    }

    private boolean character(long value) {
        boolean surrogate = value >= Character.MIN_SURROGATE && value <= Character.MAX_SURROGATE;
        if (value < 0 || value > Character.MAX_CODE_POINT || surrogate) {
            return false;
        }
        write((int) value);
        return true;
    }

    private void write(int letter) {
        read.writeBytes(Character.toString(letter).getBytes(StandardCharsets.UTF_8));
    }

    /// A number of so many digits; -1 when there are not so many.
    private long number(int count, int base) {
        if (at + count > text.length()) {
            return -1;
        }
        long value = 0;
        for (int end = at + count; at < end; at++) {
            int digit = text.charAt(at) < 0x80 ? Character.digit(text.charAt(at), base) : -1;
            if (digit < 0) {
                return -1;
            }
            value = value * base + digit;
        }
        return value;
    }
}
