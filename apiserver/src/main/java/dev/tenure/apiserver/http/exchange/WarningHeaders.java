package dev.tenure.apiserver.http.exchange;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// The texts of the `Warning` headers of one answer: each once, and when they are too long together, each
/// cut. Pure. Upstream: apiserver/pkg/endpoints/filters/warning.go.
final class WarningHeaders {
    /// So many characters are sent as they are.
    private static final int ALL_MAX = 4 * 1024;

    /// When there are more, so many of each text are.
    private static final int EACH_MAX = 256;

    private WarningHeaders() {}

    static List<String> of(List<String> warnings) {
        if (warnings.isEmpty()) {
            return List.of();
        }
        Set<String> texts = new LinkedHashSet<>(warnings);
        texts.remove("");
        int all = texts.stream().mapToInt(WarningHeaders::length).sum();
        if (all <= ALL_MAX) {
            return List.copyOf(texts);
        }
        List<String> sent = new ArrayList<>();
        int whole = 0;
        int written = 0;
        for (String text : texts) {
            if (whole > ALL_MAX && written >= ALL_MAX) {
                break;
            }
            String cut = cut(text);
            sent.add(cut);
            whole += length(text);
            written += length(cut);
        }
        return sent;
    }

    /// What stands in the header of one text: its bytes as characters, for that is how headers are written.
    static String value(String text) {
        var out = new StringBuilder("299 - \"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\');
            }
            out.append(c < ' ' ? ' ' : c);
        }
        return new String(out.append('"').toString().getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }

    private static int length(String text) {
        return text.codePointCount(0, text.length());
    }

    private static String cut(String text) {
        return length(text) > EACH_MAX ? text.substring(0, text.offsetByCodePoints(0, EACH_MAX)) : text;
    }
}
