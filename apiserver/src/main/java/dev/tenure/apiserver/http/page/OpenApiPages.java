package dev.tenure.apiserver.http.page;

import dev.tenure.apiserver.aggregation.AggregatedView;
import dev.tenure.apiserver.http.exchange.Exchange;
import dev.tenure.apiserver.openapi.OpenApiDocuments;
import dev.tenure.apiserver.registry.KindTable;
import dev.tenure.runtime.io.MadeOnce;
import dev.tenure.runtime.loop.DerivedPair;
import dev.tenure.runtime.loop.Published;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// `/openapi/v2` and `/openapi/v3`.
public final class OpenApiPages {
    private static final String V2 = "/openapi/v2";
    private static final String V3 = "/openapi/v3";
    private static final String JSON = "application/json";
    private static final String TEXT = "text/plain; charset=utf-8";
    private static final String PROTO_ASKED = "application/com.github.proto-openapi.spec.v2@v1.0+protobuf";
    private static final String PROTO_GIVEN = "application/com.github.proto-openapi.spec.v2.v1.0+protobuf";
    private static final String NOT_CACHED = "no-cache, private";

    private final DerivedPair<KindTable, AggregatedView, OpenApiDocuments> documents;

    /// @param elsewhere what other servers answer for
    public OpenApiPages(Published<KindTable> kinds, Published<AggregatedView> elsewhere) {
        var builtIn = new MadeOnce<>(() -> OpenApiDocuments.of(kinds.get().with(List.of())));
        this.documents = new DerivedPair<>(
                kinds, elsewhere, (table, view) -> builtIn.get().with(table, view));
    }

    /// @return whether the path is one of OpenAPI
    public boolean answer(Exchange exchange) throws IOException {
        String path = exchange.path();
        if (path.equals(V2)) {
            second(exchange);
            return true;
        }
        if (path.equals(V3)) {
            exchange.setHeader("Cache-Control", NOT_CACHED);
            exchange.answer(200, TEXT, documents.get().root());
            return true;
        }
        if (!path.startsWith(V3 + "/")) {
            return false;
        }
        third(exchange, path.substring(V3.length() + 1));
        return true;
    }

    private void second(Exchange exchange) throws IOException {
        exchange.setHeader("Cache-Control", NOT_CACHED);
        exchange.setHeader("Vary", "Accept-Encoding");
        exchange.addHeader("Vary", "Accept");
        String accept = exchange.header("Accept");
        if (accept.contains(PROTO_ASKED) || accept.contains(PROTO_GIVEN)) {
            give(exchange, documents.get().v2Proto(), PROTO_GIVEN);
        } else if (accept.isEmpty()
                || accept.contains("*/*")
                || accept.contains("application/*")
                || accept.contains(JSON)) {
            give(exchange, documents.get().v2(), JSON);
        } else {
            exchange.answer(406, "", new byte[0]);
        }
    }

    private void third(Exchange exchange, String path) throws IOException {
        Optional<OpenApiDocuments.Document> document = documents.get().v3(path);
        exchange.setHeader("Cache-Control", NOT_CACHED);
        if (document.isEmpty()) {
            exchange.answer(404, "", new byte[0]);
            return;
        }
        exchange.setHeader("Vary", "Accept");
        String asked = exchange.parameter("hash");
        String hash = document.get().hash();
        if (!asked.isEmpty() && !asked.equals(hash)) {
            exchange.setHeader("ETag", '"' + hash + '"');
            exchange.setHeader("Location", V3 + "/" + path + "?hash=" + hash);
            exchange.answer(301, JSON, new byte[0]);
            return;
        }
        if (!asked.isEmpty()) {
            exchange.setHeader("Cache-Control", "public, immutable");
        }
        give(exchange, document.get(), JSON);
    }

    private static void give(Exchange exchange, OpenApiDocuments.Document document, String type) throws IOException {
        String tag = '"' + document.hash() + '"';
        exchange.setHeader("ETag", tag);
        if (exchange.header("If-None-Match").equals(tag)) {
            exchange.answer(304, "", new byte[0]);
        } else {
            exchange.answer(200, type, document.bytes());
        }
    }
}
