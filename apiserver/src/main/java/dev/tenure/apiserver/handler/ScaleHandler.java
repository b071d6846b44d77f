package dev.tenure.apiserver.handler;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.apiserver.request.WriteOptions;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.LabelSelector;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceType.Scope;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.view.Views;
import java.util.ArrayList;

/// The subresource `scale`: the number of replicas of a workload as an object of its own. Upstream:
/// registry/apps/deployment/storage (ScaleREST).
final class ScaleHandler implements SpecialHandler {
    private static final ResourceType SCALE =
            new ResourceType("autoscaling", "v1", "scales", "Scale", Scope.NAMESPACED);

    private final Environment environment;
    private final BodyReader bodies;
    private final UpdateHandler updates;

    ScaleHandler(Environment environment, BodyReader bodies, UpdateHandler updates) {
        this.environment = environment;
        this.bodies = bodies;
        this.updates = updates;
    }

    @Override
    public ApiReply call(KindEntry entry, ApiRequest request) {
        var call = new Call(entry, request, new ArrayList<>());
        return switch (request.verb()) {
            case GET -> reply(call, read(call));
            case UPDATE -> update(call);
            case PATCH -> patch(call);
            case CREATE, LIST, WATCH, DELETE, DELETE_COLLECTION ->
                throw new RefusedException(Statuses.methodNotAllowed());
        };
    }

    private StoredObject read(Call call) {
        return environment
                .store()
                .get(call.key())
                .orElseThrow(() -> new RefusedException(Statuses.notFound(call.type(), call.name())));
    }

    private static ApiReply reply(Call call, StoredObject workload) {
        return new ApiReply.Document(200, Json.write(scale(Objects.tree(workload))), call.warnings());
    }

    /// The Scale of a workload.
    private static ObjectNode scale(ObjectNode workload) {
        ObjectNode scale = Json.object().put("kind", SCALE.kind()).put("apiVersion", SCALE.apiVersion());
        ObjectNode meta = scale.putObject("metadata");
        for (String field : new String[] {"name", "namespace", "uid", "resourceVersion", "creationTimestamp"}) {
            JsonNode value = workload.path("metadata").path(field);
            if (!value.isMissingNode()) {
                meta.set(field, value);
            }
        }
        ObjectNode spec = scale.putObject("spec");
        int replicas = workload.path("spec").path("replicas").asInt(0);
        if (replicas != 0) {
            spec.put("replicas", replicas);
        }
        ObjectNode status = scale.putObject("status")
                .put("replicas", workload.path("status").path("replicas").asInt(0));
        String selector = selector(workload.path("spec").path("selector"));
        if (!selector.isEmpty()) {
            status.put("selector", selector);
        }
        return scale;
    }

    private static String selector(JsonNode selector) {
        boolean plain = !selector.has("matchLabels") && !selector.has("matchExpressions");
        if (!plain) {
            return Views.selector(selector).toString();
        }
        var labels = new java.util.TreeMap<String, String>();
        selector.properties()
                .forEach(label -> labels.put(label.getKey(), label.getValue().asText()));
        return LabelSelector.ofLabels(labels).toString();
    }

    private ApiReply update(Call call) {
        WriteOptions options = WriteOptions.of(call.request(), false);
        ObjectNode scale = bodies.read(call.request().body(), SCALE, options.strictness(), call.warnings());
        read(call);
        String name = Objects.text(Objects.metadata(scale), "name");
        if (!name.equals(call.name())) {
            throw new RefusedException(
                    Statuses.badRequest("the name of the object (%s) does not match the name on the URL (%s)"
                            .formatted(name, call.name())));
        }
        return reply(call, updates.change(call, options, old -> resized(call, options, old, scale)));
    }

    private ApiReply patch(Call call) {
        WriteOptions options = WriteOptions.of(call.request(), false);
        return reply(call, updates.change(call, options, old -> {
            JsonNode patch = PatchHandler.read(call.request());
            ObjectNode patched = PatchHandler.patched(call.request(), SCALE, patch, scale(old));
            ObjectNode scale = bodies.normalise(patched, SCALE, options.strictness(), new ArrayList<>());
            return resized(call, options, old, scale);
        }));
    }

    private ObjectNode resized(Call call, WriteOptions options, ObjectNode old, ObjectNode scale) {
        int replicas = scale.path("spec").path("replicas").asInt(0);
        if (replicas < 0) {
            var errors = new FieldErrors();
            errors.invalid("spec.replicas", replicas, "must be greater than or equal to 0");
            throw new RefusedException(Statuses.invalid(SCALE, call.name(), errors.list()));
        }
        ObjectNode next = old.deepCopy();
        next.withObject("/spec").put("replicas", replicas);
        ObjectNode meta = Objects.metadata(next);
        JsonNode revision = scale.path("metadata").path("resourceVersion");
        meta.remove("resourceVersion");
        if (!revision.isMissingNode()) {
            meta.set("resourceVersion", revision);
        }
        updates.noteUpdated(call, options, old, next);
        return next;
    }
}
