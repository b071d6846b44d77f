package dev.tenure.apiserver.registry.field;

import dev.tenure.apiserver.registry.field.GoUrl.Malformed;
import dev.tenure.model.meta.Quoted;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/// Signs that must be escaped in URLs, and how. Upstream: escape and unescape of net/url.
final class UrlEscapes {
    private static final String HOST_SIGNS = "!$&'()*+,;=:[]<>\"-._~";
    private static final String PATH_SIGNS = "$&+,/:;=@-._~";
    private static final String PATH_KEPT = "!'()*[]%" + PATH_SIGNS;
    private static final int PERCENT = 0x25;

    private UrlEscapes() {}

    static boolean isAlphanumeric(int c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    }

    /// @param host whether it is a host, where few signs may stand and fewer may be escaped
    static String unescaped(String text, boolean host) throws Malformed {
        byte[] from = text.getBytes(StandardCharsets.UTF_8);
        byte[] to = new byte[from.length];
        int length = 0;
        for (int i = 0; i < from.length; i++) {
            int c = from[i] & 0xff;
            if (c == '%') {
                c = escaped(from, i, host);
                i += 2;
            } else if (host && c < 0x80 && !isAlphanumeric(c) && HOST_SIGNS.indexOf(c) < 0) {
                throw new Malformed("invalid character %s in host name".formatted(Quoted.of("" + (char) c)));
            }
            to[length++] = (byte) c;
        }
        return new String(to, 0, length, StandardCharsets.UTF_8);
    }

    private static int escaped(byte[] text, int at, boolean host) throws Malformed {
        int high = at + 1 < text.length ? Character.digit(text[at + 1], 16) : -1;
        int low = at + 2 < text.length ? Character.digit(text[at + 2], 16) : -1;
        int c = high * 16 + low;
        if (high < 0 || low < 0 || (host && c < 0x80 && c != PERCENT)) {
            String bad = new String(text, at, Math.min(3, text.length - at), StandardCharsets.UTF_8);
            throw new Malformed("invalid URL escape " + Quoted.of(bad));
        }
        return c;
    }

    /// As it was written, if that may stand in a URL; else with every other sign escaped.
    static String escapedPath(String path) throws Malformed {
        String plain = unescaped(path, false);
        if (path.chars().allMatch(c -> isAlphanumeric(c) || PATH_KEPT.indexOf(c) >= 0)) {
            return path;
        }
        StringBuilder escaped = new StringBuilder();
        for (byte b : plain.getBytes(StandardCharsets.UTF_8)) {
            int c = b & 0xff;
            if (isAlphanumeric(c) || PATH_SIGNS.indexOf(c) >= 0) {
                escaped.append((char) c);
            } else {
                escaped.append(String.format(Locale.ROOT, "%%%02X", c));
            }
        }
        return escaped.toString();
    }
}
