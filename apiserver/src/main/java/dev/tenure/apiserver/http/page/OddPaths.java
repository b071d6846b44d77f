package dev.tenure.apiserver.http.page;

import dev.tenure.apiserver.http.exchange.Exchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/// What is said of paths of which nobody can tell what they are about, before it is asked who sends the
/// request. Upstream: apiserver/pkg/endpoints/filters/requestinfo.go, responsewriters.InternalError.
public final class OddPaths {
    private OddPaths() {}

    /// Whether a request asks what the server can do as a whole, which Go's answers by itself, for everybody,
    /// with nothing.
    public static boolean isWholeServer(Exchange exchange) {
        return exchange.method().equals("OPTIONS") && exchange.path().equals("*");
    }

    public static void refuse(Exchange exchange) throws IOException {
        String line = exchange.request().getHttpURI().getPathQuery();
        String text =
                "Internal Server Error: \"%s\": failed to create RequestInfo: unable to determine kind and namespace from url, %s"
                        .formatted(line.replace("\\", "\\\\").replace("\"", "\\\""), line);
        String harmless = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
        exchange.setHeader("Audit-Id", exchange.id());
        exchange.setHeader("X-Content-Type-Options", "nosniff");
        exchange.answer(500, "text/plain; charset=utf-8", (harmless + "\n").getBytes(StandardCharsets.UTF_8));
    }
}
