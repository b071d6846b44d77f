package dev.tenure.kinds.admission.webhook;

import dev.tenure.apiserver.handler.body.BodyReader;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.model.meta.Quoted;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceType.Scope;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.JsonSyntaxException;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.WorkingTree;
import dev.tenure.wire.json.decode.DecodeException;
import dev.tenure.wire.patch.JsonPatch;
import dev.tenure.wire.patch.PatchException;
import dev.tenure.wire.schema.GroupVersionKind;
import java.util.Optional;

/// What the patch of a webhook makes of an object.
///
/// @param patch that was applied
/// @param object in the version in which the webhook saw it, without new defaults
/// @param changed whether it is another one than before
record PatchedObject(JsonNode patch, ObjectNode object, boolean changed) {
    private static final String JSON_PATCH = "JSONPatch";

    /// @return empty when the patch has no operation
    /// @throws RefusedException when it does not fit the object
    static Optional<PatchedObject> of(
            AdmissionWebhook webhook, AdmissionAnswer answer, Subject subject, BodyReader bodies)
            throws CallingWebhookException {
        JsonNode patch = read(webhook, answer.patch());
        if (patch.isEmpty()) {
            return Optional.empty();
        }
        if (subject.object().isEmpty()) {
            throw new RefusedException(Statuses.internal(
                    "admission webhook %s attempted to modify the object, which is not supported for this operation"
                            .formatted(Quoted.of(webhook.name()))));
        }
        if (!answer.patchType().isEmpty() && !answer.patchType().equals(JSON_PATCH)) {
            throw new CallingWebhookException(webhook, "unsupported patch type " + Quoted.of(answer.patchType()));
        }
        ObjectNode before = subject.object().get();
        ObjectNode after = applied(patch, before, subject, bodies);
        boolean changed = !Document.of(WorkingTree.copy(before)).isEquivalentTo(Document.of(WorkingTree.copy(after)));
        return Optional.of(new PatchedObject(patch, after, changed));
    }

    private static JsonNode read(AdmissionWebhook webhook, byte[] bytes) throws CallingWebhookException {
        String fault;
        try {
            JsonNode patch = Json.read(bytes);
            if (patch.isArray() || patch.isNull()) {
                return patch;
            }
            fault = "json: cannot unmarshal %s into Go value of type jsonpatch.Patch".formatted(Json.goKind(patch));
        } catch (JsonSyntaxException e) {
            fault = String.valueOf(e.getMessage());
        }
        throw new CallingWebhookException(webhook, "received undecodable patch in webhook response: " + fault);
    }

    private static ObjectNode applied(JsonNode patch, ObjectNode before, Subject subject, BodyReader bodies) {
        GroupVersionKind kind = subject.as().kind();
        var type =
                new ResourceType(kind.group(), kind.version(), subject.as().resource(), kind.kind(), Scope.NAMESPACED);
        try {
            return bodies.normalise(JsonPatch.apply(before, patch), type).object();
        } catch (PatchException e) {
            String misfit = e.misfit().text();
            throw new RefusedException(
                    Statuses.internal(misfit.isEmpty() ? e.status().message() : misfit));
        } catch (DecodeException e) {
            throw new RefusedException(Statuses.internal(String.valueOf(e.getMessage())));
        }
    }
}
