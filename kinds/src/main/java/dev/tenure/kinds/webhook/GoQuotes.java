package dev.tenure.kinds.webhook;

/// Texts in quotes as Go writes them. Pure. Upstream: strconv.UnquoteChar.
final class GoQuotes {
    private static final String SHORT = "abfnrtv\\";
    private static final int OCTAL_DIGITS = 3;
    private static final int BYTE_MAX = 0xFF;

    private GoQuotes() {}

    /// Whether all escapes in a text are ones that there are.
    ///
    /// @param text with its quotes
    static boolean areValid(String text, int quote) {
        String inner = text.substring(1, text.length() - 1);
        int at = 0;
        while (at < inner.length()) {
            char letter = inner.charAt(at);
            if (letter == quote) {
                return false;
            }
            int length = letter == '\\' ? escape(inner, at + 1, quote) : 1;
            if (length == 0) {
                return false;
            }
            at += length;
        }
        return true;
    }

    /// The length of an escape with its backslash; 0 when there is no such one.
    private static int escape(String text, int at, int quote) {
        if (at >= text.length()) {
            return 0;
        }
        char kind = text.charAt(at);
        if (SHORT.indexOf(kind) >= 0 || kind == quote) {
            return 2;
        }
        return switch (kind) {
            case 'x' -> digits(text, at + 1, 2, 16, BYTE_MAX) ? 4 : 0;
            case 'u' -> digits(text, at + 1, 4, 16, Character.MAX_CODE_POINT) ? 6 : 0;
            case 'U' -> digits(text, at + 1, 8, 16, Character.MAX_CODE_POINT) ? 10 : 0;
            default -> digits(text, at, OCTAL_DIGITS, 8, BYTE_MAX) ? 1 + OCTAL_DIGITS : 0;
        };
    }

    private static boolean digits(String text, int from, int count, int base, int max) {
        if (from + count > text.length()) {
            return false;
        }
        long value = 0;
        for (int i = from; i < from + count; i++) {
            int digit = Character.digit(text.charAt(i), base);
            if (digit < 0) {
                return false;
            }
            value = value * base + digit;
        }
        boolean surrogate = value >= Character.MIN_SURROGATE && value <= Character.MAX_SURROGATE;
        return value <= max && !surrogate;
    }
}
