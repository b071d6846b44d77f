package dev.tenure.apiserver.registry.field;

import dev.tenure.model.meta.Quoted;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// A URL as Go reads one. Upstream: net/url's ParseRequestURI, for one that stands in a request and is
/// absolute or a path, and Parse.
///
/// @param host with its port
/// @param path as written where that is a good way of writing it
public record GoUrl(String scheme, String host, String path, String query, String fragment) {
    private static final String USER_SIGNS = "-._:~!$&'()*+,;=%@";

    /// What is wrong with a text.
    static final class Malformed extends Exception {
        private static final long serialVersionUID = 1L;

        Malformed(String fault) {
            super(fault);
        }
    }

    /// What keeps a text from being the target of a request; empty when nothing does.
    public static Optional<String> fault(String text) {
        try {
            read(text, true);
            return Optional.empty();
        } catch (Malformed e) {
            return Optional.of("parse %s: %s".formatted(Quoted.of(text), e.getMessage()));
        }
    }

    /// What keeps a text from being a URL of any form, a path or an opaque one among them; empty when nothing
    /// does.
    public static Optional<String> faultOfAny(String text) {
        int hash = text.indexOf('#');
        String before = hash < 0 ? text : text.substring(0, hash);
        String blamed = before;
        try {
            read(before, false);
            blamed = text;
            UrlEscapes.unescaped(hash < 0 ? "" : text.substring(hash + 1), false);
            return Optional.empty();
        } catch (Malformed e) {
            return Optional.of("parse %s: %s".formatted(Quoted.of(blamed), e.getMessage()));
        }
    }

    /// @throws IllegalArgumentException when it is none, in the words of expressions
    public static GoUrl parse(String text) {
        Optional<String> fault = fault(text);
        if (fault.isPresent()) {
            throw new IllegalArgumentException("URL parse error during conversion from string: " + fault.get());
        }
        int hash = text.indexOf('#');
        try {
            GoUrl url = read(hash < 0 ? text : text.substring(0, hash), false);
            String fragment = hash < 0 ? "" : UrlEscapes.unescaped(text.substring(hash + 1), false);
            return new GoUrl(url.scheme, url.host, url.path, url.query, fragment);
        } catch (Malformed e) {
            throw new IllegalArgumentException(
                    "URL parse error during conversion from string: parse %s: %s"
                            .formatted(Quoted.of(text), e.getMessage()),
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
        return rest.startsWith("/") || text.equals("*")
                ? withPath(scheme, rest, query, request)
                : withoutPath(scheme, rest, query, request);
    }

    private static GoUrl withPath(String scheme, String text, String query, boolean request) throws Malformed {
        boolean hasHost = !scheme.isEmpty() || (!request && !text.startsWith("///"));
        if (!hasHost || !text.startsWith("//")) {
            return new GoUrl(scheme, "", UrlEscapes.escapedPath(text), query, "");
        }
        int slash = text.indexOf('/', 2);
        String host = host(slash < 0 ? text.substring(2) : text.substring(2, slash));
        return new GoUrl(scheme, host, UrlEscapes.escapedPath(slash < 0 ? "" : text.substring(slash)), query, "");
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
        return new GoUrl("", "", UrlEscapes.escapedPath(rest), query, "");
    }

    /// Where the colon of the scheme is; -1 when there is none.
    private static int schemeEnd(String text) throws Malformed {
        int at = 0;
        while (at < text.length() && isOfScheme(text.charAt(at), at == 0)) {
            at++;
        }
        boolean colon = at < text.length() && text.charAt(at) == ':';
        if (colon && at == 0) {
            throw new Malformed("missing protocol scheme");
        }
        return colon ? at : -1;
    }

    private static boolean isOfScheme(char c, boolean first) {
        boolean digit = c >= '0' && c <= '9';
        return (UrlEscapes.isAlphanumeric(c) && !(first && digit)) || (!first && "+-.".indexOf(c) >= 0);
    }

    private static String host(String authority) throws Malformed {
        int at = authority.lastIndexOf('@');
        String host = authority.substring(at + 1);
        String port = portPart(host);
        boolean digits = port.chars().skip(1).allMatch(c -> c >= '0' && c <= '9');
        if (!port.isEmpty() && (!port.startsWith(":") || !digits)) {
            throw new Malformed("invalid port %s after host".formatted(Quoted.of(port)));
        }
        String read = UrlEscapes.unescaped(host, true);
        String user = authority.substring(0, Math.max(at, 0));
        if (!user.chars().allMatch(c -> UrlEscapes.isAlphanumeric(c) || USER_SIGNS.indexOf(c) >= 0)) {
            throw new Malformed("net/url: invalid userinfo");
        }
        UrlEscapes.unescaped(user, false);
        return read;
    }

    /// With its colon.
    private static String portPart(String host) throws Malformed {
        int bracket = host.lastIndexOf(']');
        if (host.startsWith("[")) {
            if (bracket < 0) {
                throw new Malformed("missing ']' in host");
            }
            return host.substring(bracket + 1);
        }
        int colon = host.lastIndexOf(':');
        return colon < 0 ? "" : host.substring(colon);
    }

    public String hostName() {
        int bracket = host.indexOf(']');
        if (host.startsWith("[") && bracket > 0) {
            return host.substring(1, bracket);
        }
        int colon = host.lastIndexOf(':');
        return colon < 0 ? host : host.substring(0, colon);
    }

    public String port() {
        int colon = host.lastIndexOf(':');
        return colon < 0 || colon < host.lastIndexOf(']') ? "" : host.substring(colon + 1);
    }

    /// What stands behind the question mark, unescaped; pairs that cannot be read are left out.
    public Map<String, List<String>> queryValues() {
        Map<String, List<String>> values = new LinkedHashMap<>();
        for (String pair : query.split("&", -1)) {
            int equal = pair.indexOf('=');
            if (pair.isEmpty() || pair.contains(";")) {
                continue;
            }
            try {
                String key =
                        UrlEscapes.unescaped((equal < 0 ? pair : pair.substring(0, equal)).replace('+', ' '), false);
                String value = UrlEscapes.unescaped(
                        equal < 0 ? "" : pair.substring(equal + 1).replace('+', ' '), false);
                values.computeIfAbsent(key, _ -> new ArrayList<>()).add(value);
            } catch (Malformed _) {
                // as upstream: this pair is not there
            }
        }
        return values;
    }
}
