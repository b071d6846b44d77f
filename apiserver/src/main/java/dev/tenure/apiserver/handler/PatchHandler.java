package dev.tenure.apiserver.handler;

import dev.tenure.apiserver.handler.body.BodyReader;
import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.apiserver.registry.KindStrategy;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.apiserver.request.WriteOptions;
import dev.tenure.apiserver.request.WriteOptions.Strictness;
import dev.tenure.apiserver.schema.CustomKind;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.Content;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.WorkingTree;
import dev.tenure.wire.json.decode.DecodeException;
import dev.tenure.wire.json.decode.Decoded;
import dev.tenure.wire.patch.Patch;
import dev.tenure.wire.schema.ObjectType;
import dev.tenure.wire.schema.Schema;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// PATCH in its four forms. Upstream: apiserver/pkg/endpoints/handlers/patch.go.
final class PatchHandler {
    private static final String OF_CUSTOM_KINDS =
            "the body of the request was in an unknown format - accepted media types"
                    + " include: application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml";
    private static final String OF_OTHER_KINDS =
            "the body of the request was in an unknown format - accepted media types include: application/json-patch+json,"
                    + " application/merge-patch+json, application/strategic-merge-patch+json, application/apply-patch+yaml";
    private static final List<String> TYPES =
            List.of(Body.JSON_PATCH, Body.MERGE_PATCH, Body.APPLY_PATCH, Body.STRATEGIC_MERGE_PATCH);

    /// What is patched.
    ///
    /// @param stored whether it is as it is stored, and not made of that
    private record Original(ResourceType type, ObjectNode object, boolean stored) {}

    private final BodyReader bodies;
    private final UpdateHandler updates;
    private final ApplyHandler applies;
    private final PatchedVersion versions;

    PatchHandler(Environment environment, BodyReader bodies, UpdateHandler updates, ApplyHandler applies) {
        this.bodies = bodies;
        this.versions = new PatchedVersion(environment, bodies);
        this.updates = updates;
        this.applies = applies;
    }

    ApiReply patch(Call call) {
        checkMediaType(call);
        boolean applying = call.request().body().contentType().equals(Body.APPLY_PATCH);
        WriteOptions options = WriteOptions.of(call.request(), applying);
        if (applying) {
            return applies.apply(call, options);
        }
        StoredObject done = updates.change(call, options, old -> next(call, options, old));
        return new ApiReply.One(200, ServedForm.of(call.entry(), done), call.warnings());
    }

    /// @throws RefusedException with 415
    static void checkMediaType(Call call) {
        checkMediaType(
                call.request().body().contentType(), call.entry().custom().isPresent());
    }

    /// @throws RefusedException with 415
    static void checkMediaType(String type, boolean custom) {
        boolean plain =
                List.of(Body.JSON_PATCH, Body.MERGE_PATCH, Body.APPLY_PATCH).contains(type);
        if (!plain && custom) {
            throw new RefusedException(Statuses.unsupportedMediaType(OF_CUSTOM_KINDS));
        }
        if (!TYPES.contains(type)) {
            // upstream's router takes one of several names, with spaces around it; what follows it does not
            boolean routed = Arrays.stream(type.split(",")).map(String::strip).anyMatch(TYPES::contains);
            throw new RefusedException(
                    routed ? Statuses.unsupportedMediaType(OF_OTHER_KINDS) : Statuses.unsupportedPatch());
        }
    }

    private ObjectNode next(Call call, WriteOptions options, ObjectNode old) {
        KindEntry entry = call.entry();
        ObjectNode served = ServedForm.toServed(entry, old);
        ObjectNode patched = patched(
                call,
                options,
                patch(call, options),
                new Original(call.type(), served, entry.conversion().isEmpty()));
        Metadata.settleNamespace(call, patched);
        UpdateHandler.checkName(call, patched);
        ObjectNode next = ServedForm.toStored(entry, patched);
        var update = new ObjectUpdate(next, old);
        setDefaults(call, update);
        updates.noteUpdated(call, options, update, patched);
        return next;
    }

    /// What is stored has its defaults, and a patch of the status mostly leaves the spec alone.
    private static void setDefaults(Call call, ObjectUpdate update) {
        KindStrategy strategy = call.entry().strategy();
        ObjectNode next = update.next();
        if (call.subresource().equals("status")
                && WorkingTree.areOne(update.old().get("spec"), next.get("spec"))) {
            strategy.setStatusDefaults(next);
        } else {
            strategy.setDefaults(next);
        }
    }

    private static Patch patch(Call call, WriteOptions options) {
        Body body = call.request().body();
        Content sent = call.entry().custom().isPresent() ? Content.of(body.bytes()) : body.content();
        return Patch.read(kind(body), sent, options.strictness() != Strictness.IGNORE);
    }

    /// The object of a type changed by the patch of a request, decoded, without new defaults; the object
    /// itself stays as it is.
    ///
    /// @throws dev.tenure.wire.patch.PatchException when the patch is malformed or what it gives is no
    ///     such object
    ObjectNode patched(Call call, WriteOptions options, ResourceType type, ObjectNode object) {
        return patched(call, options, patch(call, options), new Original(type, object, false));
    }

    private ObjectNode patched(Call call, WriteOptions options, Patch patch, Original original) {
        ResourceType type = original.type();
        ObjectNode object = patch.keepsOrder() ? inOrder(call, original.object(), type) : original.object();
        ObjectType structure = structure(call, type);
        ObjectNode patched = patch.apply(object, structure);
        Decoded decoded;
        List<String> unknown;
        try {
            Optional<List<String>> unversioned = unversioned(call, patch, type, patched);
            if (unversioned.isPresent()) {
                tell(call, options, patch, original, unversioned.get());
                throw UpdateHandler.nameless(call);
            }
            Optional<Decoded> other = other(call, patch, type, patched);
            decoded =
                    other.isPresent() ? other.get() : decoded(original, PatchedVersion.told(patched, patch.isTyped()));
            unknown = decoded.strictErrors();
            if (other.isEmpty() && !unknown.isEmpty()) {
                ObjectNode ordered = PatchedVersion.told(patch.ordered(patched), patch.isTyped());
                unknown = bodies.normalise(ordered, type).strictErrors();
            }
        } catch (DecodeException e) {
            throw patch.notDecoded(inOrder(call, object, type), structure, fault(patch.ordered(patched), type, e));
        }
        tell(call, options, patch, original, patch.strictErrors(unknown));
        if (call.entry().custom().isEmpty()) {
            keepReset(patched, decoded.object());
        }
        return call.empties().noted(decoded);
    }

    private Decoded decoded(Original original, ObjectNode patched) {
        return original.stored()
                ? bodies.normalise(patched, original.object(), original.type())
                : bodies.normalise(patched, original.type());
    }

    /// What is unknown in an object whose version the patch took away.
    private static Optional<List<String>> unversioned(Call call, Patch patch, ResourceType type, ObjectNode patched) {
        return patch.isTyped() || call.entry().custom().isPresent() || PatchedVersion.isAsAsked(patched, type)
                ? Optional.empty()
                : PatchedVersion.unknownOfUnversioned(patch.ordered(patched), type);
    }

    /// The object when the patch has made it one of another version that is served.
    private Optional<Decoded> other(Call call, Patch patch, ResourceType type, ObjectNode patched) {
        boolean asAsked = isDefined(call, type) || PatchedVersion.isAsAsked(patched, type);
        return patch.isTyped() || asAsked || !type.equals(call.type())
                ? Optional.empty()
                : versions.converted(patch.ordered(patched), call.entry());
    }

    private void tell(Call call, WriteOptions options, Patch patch, Original original, List<String> errors) {
        if (errors.isEmpty()) {
            return;
        }
        switch (options.strictness()) {
            case STRICT ->
                throw patch.notDecoded(
                        inOrder(call, original.object(), original.type()),
                        structure(call, original.type()),
                        DecodeException.strictMessage(errors));
            case WARN -> call.warnings().addAll(errors);
            case IGNORE -> {}
        }
    }

    /// An empty list of managers takes away those that there are, which no empty list in an object says:
    /// upstream's decoder tells it from an absent one, except in objects of defined kinds.
    private static void keepReset(ObjectNode patched, ObjectNode decoded) {
        JsonNode managers = patched.path("metadata").path("managedFields");
        if (managers.isArray() && managers.isEmpty()) {
            ObjectTrees.metadata(decoded).putArray("managedFields");
        }
    }

    private String fault(ObjectNode ordered, ResourceType type, DecodeException otherwise) {
        if (!ordered.path("apiVersion").asText(type.apiVersion()).equals(type.apiVersion())) {
            return String.valueOf(otherwise.getMessage());
        }
        try {
            bodies.normalise(ordered, type);
            return String.valueOf(otherwise.getMessage());
        } catch (DecodeException e) {
            return String.valueOf(e.getMessage());
        }
    }

    /// The object with its fields in the order in which upstream has them before a patch: that of the schema,
    /// or, of a defined kind, that of their letters.
    private ObjectNode inOrder(Call call, ObjectNode object, ResourceType type) {
        return isDefined(call, type)
                ? Patch.sorted(object)
                : bodies.normalise(object, type).object();
    }

    private static boolean isDefined(Call call, ResourceType type) {
        return call.entry().custom().isPresent() && type.equals(call.type());
    }

    static ObjectType structure(Call call, ResourceType type) {
        return call.entry()
                .custom()
                .filter(_ -> type.equals(call.type()))
                .map(CustomKind::structure)
                .orElseGet(() ->
                        Schema.builtIn().kind(type.apiVersion(), type.kind()).orElseThrow());
    }

    private static Patch.Kind kind(Body body) {
        return switch (body.contentType()) {
            case Body.JSON_PATCH -> Patch.Kind.JSON;
            case Body.MERGE_PATCH -> Patch.Kind.MERGE;
            case Body.STRATEGIC_MERGE_PATCH -> Patch.Kind.STRATEGIC;
            default -> throw new RefusedException(Statuses.unsupportedPatch());
        };
    }
}
