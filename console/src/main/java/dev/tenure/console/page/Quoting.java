package dev.tenure.console.page;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/// Spells texts as part of a URL.
final class Quoting {
    private Quoting() {}

    static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
