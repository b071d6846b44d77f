package dev.tenure.kinds.aggregation;

import dev.tenure.apiserver.aggregation.Backend;
import dev.tenure.apiserver.aggregation.BackendCalls;
import dev.tenure.apiserver.aggregation.BackendCalls.Fetched;
import dev.tenure.apiserver.aggregation.BackendCalls.Passed;
import dev.tenure.apiserver.aggregation.BackendSpecs;
import dev.tenure.apiserver.aggregation.UnreachableException;
import dev.tenure.apiserver.openapi.MergedSwagger;
import dev.tenure.model.meta.Caller;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.JsonSyntaxException;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Asks a backend for its OpenAPI: the list of its documents of the third version, and
/// the second version as far as it is about its version of a group. Waits; any thread.
/// Upstream: kube-aggregator/pkg/controllers/openapi and openapiv3.
final class BackendOpenApi {
    private static final Duration WITHIN = Duration.ofSeconds(60);
    private static final String JSON = "application/json";
    private static final Caller SELF = Caller.component("system:aggregator", List.of(), "kube-apiserver");

    private BackendOpenApi() {}

    /// @throws UnreachableException when it gives none of which it should
    static BackendSpecs ask(BackendCalls calls, Backend backend) throws UnreachableException {
        Map<String, String> third = new LinkedHashMap<>();
        read(calls, backend, "/openapi/v3")
                .ifPresent(root -> root.path("paths")
                        .properties()
                        .forEach(path -> third.put(
                                path.getKey(),
                                path.getValue().path("serverRelativeURL").asText(""))));
        Optional<JsonNode> second = read(calls, backend, "/openapi/v2");
        return new BackendSpecs(third, second.map(swagger -> MergedSwagger.part(swagger, backend.path() + "/")));
    }

    private static Optional<JsonNode> read(BackendCalls calls, Backend backend, String path)
            throws UnreachableException {
        Fetched fetched = calls.fetch(backend, SELF, Passed.get(path, Map.of("Accept", List.of(JSON)), WITHIN));
        if (fetched.code() == HttpURLConnection.HTTP_NOT_FOUND) {
            return Optional.empty();
        }
        if (fetched.code() != HttpURLConnection.HTTP_OK) {
            throw new UnreachableException("failed to retrieve openAPI spec, http error: %d".formatted(fetched.code()));
        }
        try {
            return Optional.of(Json.readObject(fetched.body()));
        } catch (JsonSyntaxException e) {
            throw new UnreachableException(String.valueOf(e.getMessage()));
        }
    }
}
