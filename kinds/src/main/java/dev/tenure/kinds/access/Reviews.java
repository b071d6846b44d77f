package dev.tenure.kinds.access;

import dev.tenure.apiserver.handler.ActionAdmission;
import dev.tenure.apiserver.handler.Environment;
import dev.tenure.apiserver.handler.body.BodyReader;
import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.apiserver.request.WriteOptions;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.util.Collection;
import java.util.List;

/// What all reviews share: a body is read, answered and sent back.
final class Reviews {
    private Reviews() {}

    /// A review as it came in.
    ///
    /// @param options how it was sent
    /// @param warnings what the reader had to say
    record Asked(KindEntry entry, ApiRequest request, ObjectNode body, WriteOptions options, List<String> warnings) {
        /// Takes it through admission, after which its metadata say who set which fields.
        ///
        /// @param check refuses a review that is not valid, as the plugins have changed it, before they look
        ///     at it
        void admit(Environment environment, Runnable check) {
            new ActionAdmission(environment, check).admitReview(entry, request, body, options, warnings);
        }

        /// The reply: the body with `metadata`, which every review has.
        ApiReply created() {
            if (!body.has("metadata")) {
                body.putObject("metadata");
            }
            return new ApiReply.Document(201, Json.write(body), warnings);
        }
    }

    /// @param type of the body, which may be another than the one that the request names
    static Asked read(
            BodyReader bodies, KindEntry entry, ResourceType type, ApiRequest request, List<String> warnings) {
        bodies.checkFormat(request.body(), type);
        WriteOptions options = WriteOptions.of(request, false);
        ObjectNode body = bodies.read(request.body(), type, options.strictness(), warnings)
                .object();
        return new Asked(entry, request, body, options, warnings);
    }

    static void texts(ObjectNode node, String field, Collection<String> texts) {
        if (!texts.isEmpty()) {
            ArrayNode list = node.putArray(field);
            texts.forEach(list::add);
        }
    }
}
