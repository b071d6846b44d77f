package dev.tenure.apiserver.http.page;

import dev.tenure.apiserver.http.exchange.Exchange;
import dev.tenure.apiserver.http.exchange.RequestPath;
import dev.tenure.apiserver.negotiate.Accept;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.model.meta.Caller;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.PrettyJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// All paths that are no resources.
public final class PageTable implements Pages {
    private static final String TEXT = "text/plain; charset=utf-8";
    private static final String VERSION = "/version";
    private static final String JSON = "application/json";

    /// One family of paths.
    @FunctionalInterface
    public interface Family {
        /// @return whether the path belongs to it, and so was answered
        public boolean answer(Exchange exchange) throws IOException;
    }

    private final List<Family> families;
    private final HealthPages health;
    private final Map<String, String> version;

    /// @param families asked in this order
    public PageTable(List<Family> families, HealthPages health, Map<String, String> version) {
        this.families = List.copyOf(families);
        this.health = health;
        this.version = version;
    }

    @Override
    public void answer(Exchange exchange, Caller caller) throws IOException {
        answer(exchange);
    }

    /// The same for everybody.
    public void answer(Exchange exchange) throws IOException {
        for (Family family : families) {
            if (family.answer(exchange)) {
                return;
            }
        }
        if (RequestPath.withoutLastSlashes(exchange.path()).equals(VERSION)) {
            version(exchange);
            return;
        }
        if (exchange.path().startsWith(VERSION + "/")) {
            throw new RefusedException(Statuses.unknownPath());
        }
        Optional<HealthPages.Answer> healthy = health.answer(
                exchange.path(), exchange.has("verbose"), exchange.query().getOrDefault("exclude", List.of()));
        if (healthy.isPresent()) {
            HealthPages.Answer answer = healthy.get();
            if (answer.code() == 200 && !HealthPages.isRoot(exchange.path())) {
                // of one check alone upstream writes no more than this
                exchange.answer(answer.code(), TEXT, answer.text().getBytes(StandardCharsets.UTF_8));
                return;
            }
            text(exchange, answer.code(), answer.text());
            return;
        }
        text(exchange, 404, "404 page not found\n");
    }

    private void version(Exchange exchange) throws IOException {
        if (!exchange.method().equals("GET")) {
            throw new RefusedException(Statuses.methodNotAllowed());
        }
        Accept.parse(exchange.header("Accept")).require(List.of(JSON));
        ObjectNode node = Json.object();
        version.forEach(node::put);
        exchange.answer(200, JSON, PrettyJson.write(node).getBytes(StandardCharsets.UTF_8));
    }

    private static void text(Exchange exchange, int code, String text) throws IOException {
        exchange.setHeader("X-Content-Type-Options", "nosniff");
        exchange.answer(code, TEXT, text.getBytes(StandardCharsets.UTF_8));
    }
}
