package dev.tenure.apiserver.http;

import dev.tenure.apiserver.ApiServer;
import dev.tenure.model.meta.Caller;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/// All paths that are no resources.
final class PageTable implements Pages {
    private static final String TEXT = "text/plain; charset=utf-8";

    private final ApiServer server;

    PageTable(ApiServer server) {
        this.server = server;
    }

    @Override
    public void answer(Exchange exchange, Caller caller) throws IOException {
        switch (exchange.path()) {
            case "/healthz", "/livez", "/readyz" -> text(exchange, 200, "ok");
            default -> text(exchange, 404, "404 page not found\n");
        }
    }

    private static void text(Exchange exchange, int code, String text) throws IOException {
        exchange.answer(code, TEXT, text.getBytes(StandardCharsets.UTF_8));
    }

    ApiServer server() {
        return server;
    }
}
