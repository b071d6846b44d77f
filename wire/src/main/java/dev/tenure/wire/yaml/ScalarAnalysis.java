package dev.tenure.wire.yaml;

import java.util.Arrays;

/// What styles a text can be written in without changing. Upstream: `yaml_emitter_analyze_scalar`.
///
/// @param multiline whether it has line breaks
record ScalarAnalysis(boolean multiline, boolean plainAllowed, boolean singleQuotedAllowed, boolean blockAllowed) {
    private static final String NEVER_FIRST = "#,[]{}&*!|>'\"%@`";

    static ScalarAnalysis of(int[] text) {
        if (text.length == 0) {
            return new ScalarAnalysis(false, true, true, false);
        }
        boolean lineBreaks = Arrays.stream(text).anyMatch(ScalarAnalysis::isBreak);
        boolean special = !Arrays.stream(text).allMatch(ScalarAnalysis::isPrintable);
        boolean unsafe = special || blankMeetsBreak(text, true);
        boolean endsBlank = text[text.length - 1] == ' ';
        boolean edges = isEdge(text[0]) || isEdge(text[text.length - 1]);
        return new ScalarAnalysis(
                lineBreaks,
                !unsafe && !edges && !lineBreaks && !hasIndicators(text),
                !unsafe && !blankMeetsBreak(text, false),
                !unsafe && !endsBlank);
    }

    private static boolean isEdge(int c) {
        return c == ' ' || isBreak(c);
    }

    /// Whether a space stands right before a line break, or right after one.
    private static boolean blankMeetsBreak(int[] text, boolean before) {
        for (int i = 1; i < text.length; i++) {
            int space = before ? text[i - 1] : text[i];
            int end = before ? text[i] : text[i - 1];
            if (space == ' ' && isBreak(end)) {
                return true;
            }
        }
        return false;
    }

    private static boolean hasIndicators(int[] text) {
        boolean found = startsLikeDocument(text);
        for (int i = 0; i < text.length && !found; i++) {
            found = isIndicator(text, i);
        }
        return found;
    }

    private static boolean startsLikeDocument(int[] text) {
        return text.length >= 3 && (text[0] == '-' || text[0] == '.') && text[1] == text[0] && text[2] == text[0];
    }

    private static boolean isIndicator(int[] text, int i) {
        int c = text[i];
        boolean followedByBlank = i + 1 == text.length || isBlank(text[i + 1]);
        if (i == 0) {
            return NEVER_FIRST.indexOf(c) >= 0 || (followedByBlank && "?:-".indexOf(c) >= 0);
        }
        boolean precededByBlank = isBlank(text[i - 1]) || isBreak(text[i - 1]);
        return (c == ':' && followedByBlank) || (c == '#' && precededByBlank);
    }

    static boolean isBreak(int c) {
        return c == '\n' || c == '\r' || c == 0x85 || c == 0x2028 || c == 0x2029;
    }

    private static boolean isBlank(int c) {
        return c == ' ' || c == '\t';
    }

    /// Of characters beyond 16 bits none is taken for printable.
    static boolean isPrintable(int c) {
        if (c < 0x7f) {
            return c == '\n' || c >= ' ';
        }
        return c >= 0xa0 && c < 0xfffe && c != 0xfeff && (c < 0xd800 || c > 0xdfff);
    }
}
