package dev.tenure.apiserver.http.proxy;

import dev.tenure.apiserver.http.exchange.Exchange;
import dev.tenure.apiserver.http.exchange.RequestPath;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Path and query of a request that is passed on, written as Go writes them. Pure. Upstream: net/url
/// (URL.EscapedPath, Values.Encode).
record ForwardedTarget(String path, String query) {
    private static final String UNESCAPED = "-_.~$&+,/:;=@";

    static ForwardedTarget of(Exchange exchange) {
        return new ForwardedTarget(escaped(RequestPath.decoded(exchange.path())), encoded(exchange.query()));
    }

    /// Both of them.
    String line() {
        return query.isEmpty() ? path : path + "?" + query;
    }

    /// As it stands on a request line.
    static String escaped(String path) {
        var out = new StringBuilder();
        for (byte b : path.getBytes(StandardCharsets.UTF_8)) {
            boolean word = (b >= 'a' && b <= 'z') || (b >= 'A' && b <= 'Z') || (b >= '0' && b <= '9');
            if (word || UNESCAPED.indexOf(b) >= 0) {
                out.append((char) b);
            } else {
                out.append('%').append("%02X".formatted(b));
            }
        }
        return out.toString();
    }

    private static String encoded(Map<String, List<String>> query) {
        List<String> pairs = new ArrayList<>();
        new TreeMap<>(query)
                .forEach((name, values) -> values.forEach(value -> pairs.add(encoded(name) + "=" + encoded(value))));
        return String.join("&", pairs);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8)
                .replace("*", "%2A")
                .replace("%7E", "~");
    }
}
