package dev.tenure.kinds.access;

import dev.tenure.apiserver.handler.BodyReader;
import dev.tenure.apiserver.request.WriteOptions;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.runtime.time.TimeSource;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.patch.FieldScope;
import dev.tenure.wire.patch.FieldWriter;
import dev.tenure.wire.patch.ManagedFields;
import dev.tenure.wire.schema.GroupVersionKind;
import dev.tenure.wire.schema.Schema;
import java.util.Collection;
import java.util.List;

/// What all reviews share: a body is read, answered and sent back.
final class Reviews {
    private Reviews() {}

    /// A review as it came in.
    ///
    /// @param warnings what the reader had to say
    record Asked(ObjectNode body, List<String> warnings) {
        /// The reply: the body with `metadata`, which every review has.
        ApiReply created() {
            if (!body.has("metadata")) {
                body.putObject("metadata");
            }
            return new ApiReply.Document(201, Json.write(body), warnings);
        }
    }

    static Asked read(BodyReader bodies, ResourceType type, ApiRequest request, List<String> warnings) {
        WriteOptions options = WriteOptions.of(request, false);
        ObjectNode body = bodies.read(request.body(), type, options.strictness(), warnings)
                .object();
        if (!type.namespaced() && body.path("metadata") instanceof ObjectNode metadata) {
            metadata.remove("namespace");
        }
        return new Asked(body, warnings);
    }

    /// The metadata of a review, with who set which fields.
    static JsonNode owned(ObjectNode body, ApiRequest request, TimeSource time) {
        FieldWriter writer = FieldWriter.of(
                request.parameter("fieldManager").orElse(""), request.caller().agent(), time.wall());
        GroupVersionKind kind = GroupVersionKind.of(
                body.path("apiVersion").asText(""), body.path("kind").asText(""));
        FieldScope scope = FieldScope.of(Schema.builtIn().kind(kind).orElseThrow(), kind, "");
        return ManagedFields.create(scope, body, writer).path("metadata");
    }

    static void texts(ObjectNode node, String field, Collection<String> texts) {
        if (!texts.isEmpty()) {
            ArrayNode list = node.putArray(field);
            texts.forEach(list::add);
        }
    }
}
