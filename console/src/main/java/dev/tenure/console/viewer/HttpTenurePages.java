package dev.tenure.console.viewer;

import dev.tenure.client.rest.HttpEndpoint;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.JsonSyntaxException;
import java.util.Optional;

/// [TenurePages] of a cluster over HTTP. Somebody else's cluster answers 403 or 404 there: it has none.
public final class HttpTenurePages implements TenurePages {

    private final HttpEndpoint endpoint;

    public HttpTenurePages(HttpEndpoint endpoint) {
        this.endpoint = endpoint;
    }

    @Override
    public Optional<JsonNode> get(String path) {
        HttpEndpoint.RawReply reply = endpoint.get(path);
        if (!reply.isOk()) {
            return Optional.empty();
        }
        try {
            return Optional.of(Json.readObject(reply.body()));
        } catch (JsonSyntaxException _) {
            return Optional.empty();
        }
    }
}
