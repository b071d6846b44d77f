package dev.tenure.node.image;

import dev.tenure.model.meta.ApiEndpoint;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.Status;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.model.meta.WatchReply;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.view.Views;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/// An API server that has service accounts, and tokens named by their number and audience.
final class ServedAccounts implements ApiEndpoint {
    private final Map<String, String> accounts = new ConcurrentHashMap<>();
    private final AtomicInteger tokens = new AtomicInteger();

    /// @param annotations as JSON
    void account(String name, String annotations) {
        accounts.put(
                name,
                "{\"metadata\": {\"name\": \"%s\", \"uid\": \"uid-%s\", \"annotations\": %s}}"
                        .formatted(name, name, annotations));
    }

    /// The next token is the first one again.
    void begin() {
        tokens.set(0);
    }

    @Override
    public ApiReply call(ApiRequest request) {
        String name = request.target().name();
        String json = accounts.get(name);
        if (json == null) {
            return new ApiReply.Failure(new Status(404, "NotFound", "not found", Optional.empty()), List.of());
        }
        if (request.target().subresource().equals("token")) {
            JsonNode spec = Json.readObject(request.body().bytes()).path("spec");
            String token = "token-%d-%s"
                    .formatted(
                            tokens.incrementAndGet(),
                            spec.path("audiences").path(0).asText(""));
            return new ApiReply.Document(
                    201,
                    "{\"status\": {\"token\": \"%s\"}}".formatted(token).getBytes(StandardCharsets.UTF_8),
                    List.of());
        }
        var header = new StoredObject.Header(
                ResourceTypes.SERVICE_ACCOUNTS.key("ns", name), "uid-" + name, Map.of(), List.of(), Map.of(), false);
        var stored = new StoredObject(
                header, json.getBytes(StandardCharsets.UTF_8), 1, Views.reader(ResourceTypes.SERVICE_ACCOUNTS));
        return new ApiReply.One(200, stored, List.of());
    }

    @Override
    public WatchReply watch(ApiRequest request) {
        throw new UnsupportedOperationException("nothing is watched here");
    }
}
