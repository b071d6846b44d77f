package dev.tenure.checks.golden.api;

import dev.tenure.checks.golden.api.HttpAnswer.Header;
import dev.tenure.checks.golden.api.HttpConnection.Request;
import dev.tenure.wire.json.JsonNode;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The server under test, over one connection that is kept, or over one of its own for requests in the
/// background. Used by one thread at a time, but for [#sendAlone].
public final class TestedServer implements AutoCloseable {
    private static final int ATTEMPTS = 3;

    private final URI server;
    private final String token;
    private @Nullable HttpConnection kept;

    public TestedServer(URI server, String token) {
        this.server = server;
        this.token = token;
    }

    /// @param headers name → value or list of values; an empty value takes the default header away
    public HttpAnswer send(String method, String path, JsonNode headers, Optional<byte[]> body) {
        var request = new Request(method, path, headers(headers, body.isPresent()), body);
        HttpAnswer answer = HttpAnswer.broken("not tried");
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            try {
                HttpConnection connection = connection();
                return connection.exchange(request);
            } catch (SocketTimeoutException e) {
                close();
                return HttpAnswer.broken(e.toString());
            } catch (IOException e) {
                close();
                answer = HttpAnswer.broken(e.toString());
            }
        }
        return answer;
    }

    /// The same on a connection of its own. Safe for any thread.
    HttpAnswer sendAlone(String method, String path, JsonNode headers, Optional<byte[]> body) {
        try (var alone = new TestedServer(server, token)) {
            return alone.send(method, path, headers, body);
        }
    }

    private HttpConnection connection() throws IOException {
        HttpConnection known = kept;
        if (known != null && known.isOpen()) {
            return known;
        }
        kept = HttpConnection.open(server);
        return kept;
    }

    private List<Header> headers(JsonNode given, boolean withBody) {
        Map<String, String> defaults = new LinkedHashMap<>();
        defaults.put("User-Agent", "golden/1");
        defaults.put("Accept", "application/json");
        defaults.put("Accept-Encoding", "identity");
        if (!token.isEmpty()) {
            defaults.put("Authorization", "Bearer " + token);
        }
        if (withBody) {
            defaults.put("Content-Type", "application/json");
        }
        var extra = new ArrayList<Header>();
        for (var entry : given.properties()) {
            defaults.remove(entry.getKey());
            Iterable<JsonNode> values = entry.getValue().isArray() ? entry.getValue() : List.of(entry.getValue());
            for (JsonNode value : values) {
                if (!value.asText().isEmpty()) {
                    extra.add(new Header(entry.getKey(), value.asText()));
                }
            }
        }
        var all = new ArrayList<Header>();
        defaults.forEach((name, value) -> all.add(new Header(name, value)));
        all.addAll(extra);
        return all;
    }

    @Override
    public void close() {
        if (kept != null) {
            kept.close();
            kept = null;
        }
    }
}
