package dev.tenure.apiserver.registry.field;

import dev.tenure.apiserver.registry.FieldError;

/// Whether a text has the form of a name. Every write asks this dozens of times, so it is told by looking at
/// each character once; the expressions that say the same are in [Names], for the messages.
final class NameShape {
    private NameShape() {}

    /// `[a-z0-9]([-a-z0-9]*[a-z0-9])?`
    static boolean isLabel(String text) {
        return isLabel(text, 0, text.length());
    }

    /// Labels joined by dots.
    static boolean isSubdomain(String text) {
        int from = 0;
        for (int dot = text.indexOf('.'); dot >= 0; dot = text.indexOf('.', from)) {
            if (!isLabel(text, from, dot)) {
                return false;
            }
            from = dot + 1;
        }
        return isLabel(text, from, text.length());
    }

    private static boolean isLabel(String text, int from, int to) {
        if (from >= to || !isLower(text.charAt(from)) || !isLower(text.charAt(to - 1))) {
            return false;
        }
        for (int i = from + 1; i < to - 1; i++) {
            char c = text.charAt(i);
            if (!isLower(c) && c != '-') {
                return false;
            }
        }
        return true;
    }

    /// `[a-z]([-a-z0-9]*[a-z0-9])?`
    static boolean isLabelOf1035(String text) {
        return isLabel(text) && text.charAt(0) >= 'a';
    }

    /// `([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]`
    static boolean isKey(String text) {
        int last = text.length() - 1;
        if (last < 0 || !isAlphanumeric(text.charAt(0)) || !isAlphanumeric(text.charAt(last))) {
            return false;
        }
        for (int i = 1; i < last; i++) {
            char c = text.charAt(i);
            if (!isAlphanumeric(c) && c != '-' && c != '_' && c != '.') {
                return false;
            }
        }
        return true;
    }

    private static boolean isLower(char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    }

    private static boolean isAlphanumeric(char c) {
        return isLower(c) || (c >= 'A' && c <= 'Z');
    }

    /// Whether a text has more bytes than that in UTF-8.
    static boolean isLonger(String text, int bytesMax) {
        if (text.length() > bytesMax) {
            return true;
        }
        if (3 * text.length() <= bytesMax) {
            return false;
        }
        return FieldError.byteLength(text) > bytesMax;
    }
}
