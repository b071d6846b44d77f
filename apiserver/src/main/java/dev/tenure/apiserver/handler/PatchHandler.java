package dev.tenure.apiserver.handler;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.apiserver.request.WriteOptions;
import dev.tenure.apiserver.request.WriteOptions.Strictness;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonSyntaxException;
import dev.tenure.wire.patch.JsonPatch;
import dev.tenure.wire.patch.MergePatch;
import dev.tenure.wire.patch.StrategicMergePatch;
import dev.tenure.wire.schema.Schema;
import java.util.ArrayList;
import java.util.List;

/// PATCH in its four forms.
final class PatchHandler {
    private final BodyReader bodies;
    private final UpdateHandler updates;
    private final ApplyHandler applies;

    PatchHandler(BodyReader bodies, UpdateHandler updates, ApplyHandler applies) {
        this.bodies = bodies;
        this.updates = updates;
        this.applies = applies;
    }

    ApiReply patch(Call call) {
        String type = call.request().body().contentType();
        WriteOptions options = WriteOptions.of(call.request(), type.equals(Body.APPLY_PATCH));
        if (type.equals(Body.APPLY_PATCH)) {
            return applies.apply(call, options);
        }
        JsonNode patch = read(call.request());
        if (type.equals(Body.JSON_PATCH)) {
            List<String> unknown = JsonPatch.unknownFields(patch);
            if (!unknown.isEmpty()) {
                tell(options.strictness(), unknown, call.warnings());
            }
        }
        StoredObject done = updates.change(call, options, old -> next(call, options, patch, old));
        return new ApiReply.One(200, ServedForm.of(call.entry(), done), call.warnings());
    }

    private static void tell(Strictness strictness, List<String> unknown, List<String> warnings) {
        if (strictness == Strictness.STRICT) {
            throw new RefusedException(Statuses.badRequest("strict decoding error: " + String.join(", ", unknown)));
        }
        if (strictness == Strictness.WARN) {
            warnings.addAll(unknown);
        }
    }

    static JsonNode read(ApiRequest request) {
        byte[] bytes = request.body().bytes();
        try {
            return Json.read(bytes);
        } catch (JsonSyntaxException e) {
            throw new RefusedException(Statuses.badRequest(String.valueOf(e.getMessage())));
        }
    }

    private ObjectNode next(Call call, WriteOptions options, JsonNode patch, ObjectNode old) {
        KindEntry entry = call.entry();
        ObjectNode served =
                entry.conversion().isPresent() ? entry.conversion().get().fromStored(old) : old;
        var warnings = new ArrayList<String>();
        ObjectNode patched = bodies.normalise(
                patched(call.request(), call.type(), patch, served), call.type(), options.strictness(), warnings);
        warnings.stream().filter(w -> !call.warnings().contains(w)).forEach(call.warnings()::add);
        ObjectNode next = CreateHandler.toStored(entry, patched);
        entry.strategy().setDefaults(next);
        updates.noteUpdated(call, options, old, next);
        return next;
    }

    /// The object of a type changed by the patch of a request; the object itself stays as it is.
    static ObjectNode patched(ApiRequest request, ResourceType type, JsonNode patch, ObjectNode object) {
        return switch (request.body().contentType()) {
            case Body.JSON_PATCH -> JsonPatch.apply(object, patch);
            case Body.MERGE_PATCH -> MergePatch.apply(object, patch);
            case Body.STRATEGIC_MERGE_PATCH ->
                StrategicMergePatch.apply(
                        object,
                        patch,
                        Schema.builtIn().kind(type.apiVersion(), type.kind()).orElseThrow());
            default -> throw new RefusedException(Statuses.unsupportedMediaType("415: Unsupported Media Type"));
        };
    }
}
