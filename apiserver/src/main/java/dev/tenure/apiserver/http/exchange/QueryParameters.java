package dev.tenure.apiserver.http.exchange;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The parameters of a request's line. Upstream: net/url (URL.Query), which leaves out what it cannot read:
/// pairs that are not escaped as they should be, or with a semicolon in them.
final class QueryParameters {
    private QueryParameters() {}

    /// @param query as it stands on the line, if there is one
    static Map<String, List<String>> of(@Nullable String query) {
        if (query == null || query.isEmpty()) {
            return Map.of();
        }
        var parameters = new LinkedHashMap<String, List<String>>();
        for (String pair : query.split("&")) {
            if (!pair.isEmpty() && pair.indexOf(';') < 0) {
                add(parameters, pair);
            }
        }
        parameters.replaceAll((_, values) -> List.copyOf(values));
        return parameters;
    }

    private static void add(Map<String, List<String>> parameters, String pair) {
        int equals = pair.indexOf('=');
        try {
            String name = decoded(equals < 0 ? pair : pair.substring(0, equals));
            String value = decoded(equals < 0 ? "" : pair.substring(equals + 1));
            parameters.computeIfAbsent(name, _ -> new ArrayList<>()).add(value);
        } catch (IllegalArgumentException _) {
            // left out, as upstream leaves it out
        }
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }
}
