package dev.tenure.apiserver.registry.expression.library;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// A URL as Go reads one that stands in a request: absolute, or a path. Upstream: net/url's ParseRequestURI and Parse.
///
/// @param host with its port
/// @param path as written where that is a good way of writing it
record GoUrl(String scheme, String host, String path, String query, String fragment) {
    private static final String HOST_SIGNS = "!$&'()*+,;=:[]<>\"-._~";
    private static final String PATH_SIGNS = "$&+,/:;=@-._~";
    private static final String PATH_KEPT = "!'()*[]" + PATH_SIGNS;
    private static final String USER_SIGNS = "-._:~!$&'()*+,;=%@";

    /// What is wrong with a text.
    static final class Malformed extends Exception {
        private static final long serialVersionUID = 1L;

        Malformed(String fault) {
            super(fault);
        }
    }

    /// What keeps a text from being the target of a request; empty when nothing does.
    static Optional<String> fault(String text) {
        try {
            read(text, true);
            return Optional.empty();
        } catch (Malformed e) {
            return Optional.of("parse %s: %s".formatted(TextFormat.quoted(text), e.getMessage()));
        }
    }

    static GoUrl parse(String text) {
        Optional<String> fault = fault(text);
        if (fault.isPresent()) {
            throw new IllegalArgumentException("URL parse error during conversion from string: " + fault.get());
        }
        int hash = text.indexOf('#');
        try {
            GoUrl url = read(hash < 0 ? text : text.substring(0, hash), false);
            String fragment = hash < 0 ? "" : unescaped(text.substring(hash + 1), false);
            return new GoUrl(url.scheme, url.host, url.path, url.query, fragment);
        } catch (Malformed e) {
            throw new IllegalArgumentException(
                    "URL parse error during conversion from string: parse %s: %s"
                            .formatted(TextFormat.quoted(text), e.getMessage()),
                    e);
        }
    }

    private static GoUrl read(String text, boolean request) throws Malformed {
        if (text.chars().anyMatch(c -> c < ' ' || c == 0x7f)) {
            throw new Malformed("net/url: invalid control character in URL");
        }
        if (text.isEmpty() && request) {
            throw new Malformed("empty url");
        }
        int colon = schemeEnd(text);
        String scheme = colon < 0 ? "" : text.substring(0, colon).toLowerCase(Locale.ROOT);
        String rest = text.substring(colon + 1);
        int question = rest.indexOf('?');
        String query = question < 0 ? "" : rest.substring(question + 1);
        rest = question < 0 ? rest : rest.substring(0, question);
        if (!rest.startsWith("/") && !text.equals("*")) {
            return withoutPath(scheme, rest, query, request);
        }
        String host = "";
        boolean hasHost = !scheme.isEmpty() || (!request && !rest.startsWith("///"));
        if (hasHost && rest.startsWith("//")) {
            int slash = rest.indexOf('/', 2);
            host = host(slash < 0 ? rest.substring(2) : rest.substring(2, slash));
            rest = slash < 0 ? "" : rest.substring(slash);
        }
        unescaped(rest, false);
        return new GoUrl(scheme, host, escapedPath(rest), query, "");
    }

    private static GoUrl withoutPath(String scheme, String rest, String query, boolean request) throws Malformed {
        if (!scheme.isEmpty()) {
            return new GoUrl(scheme, "", "", query, "");
        }
        if (request) {
            throw new Malformed("invalid URI for request");
        }
        int slash = rest.indexOf('/');
        if ((slash < 0 ? rest : rest.substring(0, slash)).contains(":")) {
            throw new Malformed("first path segment in URL cannot contain colon");
        }
        unescaped(rest, false);
        return new GoUrl("", "", escapedPath(rest), query, "");
    }

    /// Where the colon of the scheme is; -1 when there is none.
    private static int schemeEnd(String text) throws Malformed {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
            boolean later = (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.';
            if (c == ':') {
                if (i == 0) {
                    throw new Malformed("missing protocol scheme");
                }
                return i;
            }
            if (!letter && (!later || i == 0)) {
                return -1;
            }
        }
        return -1;
    }

    private static String host(String authority) throws Malformed {
        int at = authority.lastIndexOf('@');
        for (char c : authority.substring(0, Math.max(at, 0)).toCharArray()) {
            if (!isAlphanumeric(c) && USER_SIGNS.indexOf(c) < 0) {
                throw new Malformed("net/url: invalid userinfo");
            }
        }
        String host = authority.substring(at + 1);
        int bracket = host.lastIndexOf(']');
        if (host.startsWith("[") && bracket < 0) {
            throw new Malformed("missing ']' in host");
        }
        int colon = host.lastIndexOf(':');
        String port = host.startsWith("[") ? host.substring(bracket + 1) : colon < 0 ? "" : host.substring(colon);
        boolean good = port.isEmpty()
                || (port.startsWith(":") && port.chars().skip(1).allMatch(c -> c >= '0' && c <= '9'));
        if (!good) {
            throw new Malformed("invalid port %s after host".formatted(TextFormat.quoted(port)));
        }
        return unescaped(host, true);
    }

    private static boolean isAlphanumeric(int c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    }

    /// @param host whether it is a host, where few signs may stand and fewer may be escaped
    private static String unescaped(String text, boolean host) throws Malformed {
        byte[] from = text.getBytes(StandardCharsets.UTF_8);
        byte[] to = new byte[from.length];
        int length = 0;
        for (int i = 0; i < from.length; i++) {
            int c = from[i] & 0xff;
            if (c == '%') {
                int high = i + 1 < from.length ? Character.digit(from[i + 1], 16) : -1;
                int low = i + 2 < from.length ? Character.digit(from[i + 2], 16) : -1;
                boolean zone = host && high == 2 && low == 5;
                if (high < 0 || low < 0 || (host && high < 8 && !zone)) {
                    String bad = new String(from, i, Math.min(3, from.length - i), StandardCharsets.UTF_8);
                    throw new Malformed("invalid URL escape " + TextFormat.quoted(bad));
                }
                c = high * 16 + low;
                i += 2;
            } else if (host && c < 0x80 && !isAlphanumeric(c) && HOST_SIGNS.indexOf(c) < 0) {
                throw new Malformed("invalid character %s in host name".formatted(TextFormat.quoted("" + (char) c)));
            }
            to[length++] = (byte) c;
        }
        return new String(to, 0, length, StandardCharsets.UTF_8);
    }

    /// As it was written, if that may stand in a URL; else with every other sign escaped.
    private static String escapedPath(String path) throws Malformed {
        boolean good = path.chars().allMatch(c -> isAlphanumeric(c) || PATH_KEPT.indexOf(c) >= 0 || c == '%');
        if (good) {
            return path;
        }
        StringBuilder escaped = new StringBuilder();
        for (byte b : unescaped(path, false).getBytes(StandardCharsets.UTF_8)) {
            int c = b & 0xff;
            if (isAlphanumeric(c) || PATH_SIGNS.indexOf(c) >= 0) {
                escaped.append((char) c);
            } else {
                escaped.append('%').append(Character.toUpperCase(Character.forDigit(c >> 4, 16)));
                escaped.append(Character.toUpperCase(Character.forDigit(c & 15, 16)));
            }
        }
        return escaped.toString();
    }

    String hostName() {
        int bracket = host.indexOf(']');
        if (host.startsWith("[") && bracket > 0) {
            return host.substring(1, bracket);
        }
        int colon = host.lastIndexOf(':');
        return colon < 0 ? host : host.substring(0, colon);
    }

    String port() {
        int colon = host.lastIndexOf(':');
        return colon < 0 || colon < host.lastIndexOf(']') ? "" : host.substring(colon + 1);
    }

    /// What stands behind the question mark, unescaped; pairs that cannot be read are left out.
    Map<String, List<String>> queryValues() {
        Map<String, List<String>> values = new LinkedHashMap<>();
        for (String pair : query.split("&", -1)) {
            int equal = pair.indexOf('=');
            if (pair.isEmpty() || pair.contains(";")) {
                continue;
            }
            try {
                String key = unescaped((equal < 0 ? pair : pair.substring(0, equal)).replace('+', ' '), false);
                String value = unescaped(equal < 0 ? "" : pair.substring(equal + 1).replace('+', ' '), false);
                values.computeIfAbsent(key, _ -> new ArrayList<>()).add(value);
            } catch (Malformed _) {
                // as upstream: this pair is not there
            }
        }
        return values;
    }
}
