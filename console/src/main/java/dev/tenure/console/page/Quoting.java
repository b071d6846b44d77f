package dev.tenure.console.page;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/// Spells texts as part of a URL, or as a word of a shell's command.
final class Quoting {
    private Quoting() {}

    static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /// In single quotes when a shell would not take it for one word as it is.
    static String quoted(String word) {
        boolean plain = !word.isEmpty();
        for (int i = 0; i < word.length(); i++) {
            char c = word.charAt(i);
            boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
            plain &= letter || "-_./:=,@%+".indexOf(c) >= 0;
        }
        return plain ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
