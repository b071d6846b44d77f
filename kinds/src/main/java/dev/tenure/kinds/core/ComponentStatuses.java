package dev.tenure.kinds.core;

import dev.tenure.apiserver.handler.SpecialHandler;
import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.apiserver.request.ListOptions;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// ComponentStatuses, which are deprecated: how the store is, as the one part that this server can tell of.
/// Upstream: pkg/registry/core/componentstatus/rest.go.
public final class ComponentStatuses implements SpecialHandler {
    private static final String STORE = "etcd-0";

    private final Supplier<Optional<String>> trouble;

    /// @param trouble that the store has, if any
    public ComponentStatuses(Supplier<Optional<String>> trouble) {
        this.trouble = trouble;
    }

    @Override
    public ApiReply call(KindEntry entry, ApiRequest request, List<String> warnings) {
        warnings.add("v1 ComponentStatus is deprecated in v1.19+");
        return switch (request.verb()) {
            case LIST -> new ApiReply.Document(200, Json.write(list(request)), warnings);
            case GET -> {
                String name = request.target().name();
                if (!name.equals(STORE)) {
                    throw new RefusedException(Statuses.notFound("", "componentstatus", name));
                }
                yield new ApiReply.Document(
                        200,
                        Json.write(status(
                                Json.object().put("kind", "ComponentStatus").put("apiVersion", "v1"))),
                        warnings);
            }
            case WATCH, CREATE, UPDATE, PATCH, DELETE, DELETE_COLLECTION ->
                throw new RefusedException(Statuses.methodNotAllowed());
        };
    }

    private ObjectNode list(ApiRequest request) {
        ListOptions options = ListOptions.of(request, false);
        ObjectNode list = Json.object().put("kind", "ComponentStatusList").put("apiVersion", "v1");
        list.putObject("metadata");
        ArrayNode items = list.putArray("items");
        if (options.labels().matches(Map.of()) && options.fields().matches(ComponentStatuses::field)) {
            status(items.addObject());
        }
        return list;
    }

    private static String field(String name) {
        return name.equals("metadata.name") ? STORE : "";
    }

    private ObjectNode status(ObjectNode status) {
        Optional<String> why = trouble.get();
        status.putObject("metadata").put("name", STORE);
        status.putArray("conditions")
                .addObject()
                .put("type", "Healthy")
                .put("status", why.isEmpty() ? "True" : "False")
                .put("message", why.orElse("ok"));
        return status;
    }
}
