package dev.tenure.wire.json;

/// Texts as Go prints them in messages.
public final class GoText {
    private static final String SHORT_ESCAPES = "abtnvfr";

    private GoText() {}

    /// As Go's `%q`.
    public static String quote(String text) {
        StringBuilder out = new StringBuilder(text.length() + 2).append('"');
        text.codePoints().forEach(point -> append(out, point, '"'));
        return out.append('"').toString();
    }

    /// One byte as Go's scanner shows it, within single quotes.
    static String quoteByte(int value) {
        StringBuilder out = new StringBuilder("'");
        if (value == '"') {
            out.append('"');
        } else {
            append(out, value, '\'');
        }
        return out.append('\'').toString();
    }

    private static void append(StringBuilder out, int point, int quote) {
        if (point == quote || point == '\\') {
            out.append('\\').appendCodePoint(point);
        } else if (isPrintable(point)) {
            out.appendCodePoint(point);
        } else if (point >= 7 && point <= 13) {
            out.append('\\').append(shortEscape(point));
        } else if (point < ' ' || point == 0x7f) {
            out.append(String.format("\\x%02x", point));
        } else if (Character.isBmpCodePoint(point)) {
            out.append(String.format("\\u%04x", isSurrogate(point) ? 0xfffd : point));
        } else {
            out.append(String.format("\\U%08x", point));
        }
    }

    private static char shortEscape(int point) {
        // 7 to 13 are \a \b \t \n \v \f \r.
        return SHORT_ESCAPES.charAt(point - 7);
    }

    private static boolean isSurrogate(int point) {
        return point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
    }

    private static boolean isPrintable(int point) {
        if (point == ' ') {
            return true;
        }
        return switch (Character.getType(point)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SPACE_SEPARATOR -> false;
            default -> true;
        };
    }
}
