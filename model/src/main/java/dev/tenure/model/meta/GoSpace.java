package dev.tenure.model.meta;

/// White space as Go sees it (`unicode.IsSpace`), which is not what Java takes for it: a space that does not
/// break and the next line of Latin-1 are some, the separators of ASCII (U+001C to U+001F) are none. Pure.
public final class GoSpace {
    private static final String LATIN = "\t\n\u000B\f\r \u0085\u00A0";
    private static final int LATIN_END = 0x100;

    private GoSpace() {}

    /// A text without white space at its ends, as `strings.TrimSpace` leaves it.
    public static String trimmed(String text) {
        int from = 0;
        int to = text.length();
        while (from < to && isSpace(text.charAt(from))) {
            from++;
        }
        while (to > from && isSpace(text.charAt(to - 1))) {
            to--;
        }
        return text.substring(from, to);
    }

    /// Whether there is nothing but white space in a text, or nothing.
    public static boolean isBlank(String text) {
        return trimmed(text).isEmpty();
    }

    private static boolean isSpace(char c) {
        return c < LATIN_END ? LATIN.indexOf(c) >= 0 : Character.isSpaceChar(c);
    }
}
