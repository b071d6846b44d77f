package dev.tenure.wire.json.decode;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/// Base64 as Go's standard encoding reads it: padding is required, line ends are skipped, stray low bits are
/// ignored.
final class GoBase64 {
    private GoBase64() {}

    /// The text as it is served: without line ends, with clean low bits. `null` when it is no base64.
    static @Nullable String canonical(String text) {
        if (firstBad(text) >= 0) {
            return null;
        }
        String clean = text.indexOf('\n') < 0 && text.indexOf('\r') < 0
                ? text
                : text.replace("\n", "").replace("\r", "");
        return Base64.getEncoder().encodeToString(decode(clean));
    }

    /// @param clean known to be base64
    private static byte[] decode(String clean) {
        // Java's decoder is as lenient about low bits as Go's.
        return Base64.getDecoder().decode(clean.getBytes(StandardCharsets.ISO_8859_1));
    }

    /// Where Go finds the text to be no base64; -1 when it is.
    static int firstBad(String text) {
        int inQuantum = 0;
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '\n' || c == '\r') {
                at++;
            } else if (c == '=') {
                return padding(text, at, inQuantum);
            } else if (isDigit(c)) {
                inQuantum = (inQuantum + 1) % 4;
                at++;
            } else {
                return byteOffset(text, at);
            }
        }
        // Go reports the start of the quantum that is cut short.
        return inQuantum == 0 ? -1 : byteOffset(text, text.length()) - inQuantum;
    }

    private static int padding(String text, int first, int inQuantum) {
        if (inQuantum < 2) {
            return first;
        }
        int at = first + 1;
        if (inQuantum == 2) {
            at = skipLineEnds(text, at);
            if (at == text.length()) {
                return at;
            }
            if (text.charAt(at) != '=') {
                return at - 1;
            }
            at++;
        }
        at = skipLineEnds(text, at);
        return at < text.length() ? at : -1;
    }

    private static int skipLineEnds(String text, int from) {
        int at = from;
        while (at < text.length() && (text.charAt(at) == '\n' || text.charAt(at) == '\r')) {
            at++;
        }
        return at;
    }

    private static int byteOffset(String text, int at) {
        return text.substring(0, at).getBytes(StandardCharsets.UTF_8).length;
    }

    private static boolean isDigit(char c) {
        return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '+' || c == '/';
    }
}
