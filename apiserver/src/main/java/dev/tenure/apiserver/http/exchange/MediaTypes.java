package dev.tenure.apiserver.http.exchange;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/// The header `Content-Type` of requests, read as Go reads it (package mime); patches are read more narrowly.
public final class MediaTypes {
    private static final String SEPARATORS = "()<>@,;:\\\"/[]?=";

    private MediaTypes() {}

    /// The media type in small letters, without parameters. What Go could not read stays whole, and names no
    /// format.
    static String ofBody(String header) {
        int semicolon = header.indexOf(';');
        String base = semicolon < 0 ? header : header.substring(0, semicolon);
        String type = base.strip().toLowerCase(Locale.ROOT);
        return isType(type) && areParameters(header.substring(base.length())) ? type : header;
    }

    /// What stands before the first semicolon: patches are known by their exact names.
    public static String ofPatch(String header) {
        int semicolon = header.indexOf(';');
        return semicolon > 0 ? header.substring(0, semicolon) : header;
    }

    private static boolean isType(String type) {
        int slash = type.indexOf('/');
        return slash < 0 ? isToken(type) : isToken(type.substring(0, slash)) && isToken(type.substring(slash + 1));
    }

    private static boolean isToken(String text) {
        return !text.isEmpty() && afterToken(text, 0) == text.length();
    }

    private static boolean isOfToken(int letter) {
        return letter > ' ' && letter < 0x7f && SEPARATORS.indexOf(letter) < 0;
    }

    /// Whether each is `; name=value`, and none comes twice with two values. A semicolon may be the last.
    private static boolean areParameters(String text) {
        Map<String, String> seen = new HashMap<>();
        int at = 0;
        while (afterSpace(text, at) < text.length()) {
            int name = afterSpace(text, afterSpace(text, at) + 1);
            int equals = afterToken(text, name);
            if (equals == name) {
                return text.substring(at).strip().equals(";");
            }
            int value = afterSpace(text, afterSpace(text, equals) + 1);
            int end = text.startsWith("\"", value) ? afterQuoted(text, value) : afterToken(text, value);
            if (text.charAt(afterSpace(text, at)) != ';'
                    || !text.startsWith("=", afterSpace(text, equals))
                    || end <= value) {
                return false;
            }
            String given = text.substring(value, end);
            String before = seen.put(text.substring(name, equals).toLowerCase(Locale.ROOT), given);
            if (before != null && !before.equals(given)) {
                return false;
            }
            at = end;
        }
        return true;
    }

    private static int afterSpace(String text, int from) {
        int at = Math.min(from, text.length());
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        return at;
    }

    private static int afterToken(String text, int from) {
        int at = from;
        while (at < text.length() && isOfToken(text.charAt(at))) {
            at++;
        }
        return at;
    }

    /// @return `from` when the quotation does not end
    private static int afterQuoted(String text, int from) {
        for (int at = from + 1; at < text.length(); at++) {
            if (text.charAt(at) == '"') {
                return at + 1;
            }
            if (text.charAt(at) == '\\') {
                at++;
            }
        }
        return from;
    }
}
