package dev.tenure.apiserver.handler;

import dev.tenure.apiserver.handler.body.BodyReader;
import dev.tenure.apiserver.handler.body.BodyReader.Configuration;
import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.apiserver.registry.KindEntry.Flag;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.apiserver.request.WriteOptions;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.store.Store;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.decode.DecodeException;
import dev.tenure.wire.json.decode.Decoded;
import dev.tenure.wire.patch.Patch;
import dev.tenure.wire.patch.managedfields.ApplyOutcome;
import java.util.Optional;

/// PATCH of type apply: the sender states the fields it cares for, the server merges them and keeps who
/// owns what.
final class ApplyHandler {
    private final Store store;
    private final BodyReader bodies;
    private final FieldOwnership ownership;
    private final CreateHandler creates;
    private final UpdateHandler updates;

    ApplyHandler(
            Store store, BodyReader bodies, FieldOwnership ownership, CreateHandler creates, UpdateHandler updates) {
        this.store = store;
        this.bodies = bodies;
        this.ownership = ownership;
        this.creates = creates;
        this.updates = updates;
    }

    ApiReply apply(Call call, WriteOptions options) {
        boolean creates = call.subresource().isEmpty() || call.entry().has(Flag.CREATE_ON_UPDATE);
        boolean absent = store.get(call.key()).isEmpty();
        if (absent && !creates) {
            // whatever the body is
            throw new RefusedException(Statuses.notFound(call.type(), call.name()));
        }
        Configuration applied = bodies.configuration(call.request().body());
        if (absent) {
            return create(call, options, applied);
        }
        StoredObject done = updates.change(call, options, old -> merged(call, options, Optional.of(old), applied));
        return new ApiReply.One(200, ServedForm.of(call.entry(), done), call.warnings());
    }

    private ApiReply create(Call call, WriteOptions options, Configuration applied) {
        ObjectNode object = merged(call, options, Optional.empty(), applied);
        ObjectNode metadata = ObjectTrees.metadata(object);
        if (!ObjectTrees.text(metadata, "uid").isEmpty()) {
            throw new RefusedException(Statuses.conflict(
                    call.type(),
                    call.name(),
                    "uid mismatch: the provided object specified uid %s, and no existing object was found"
                            .formatted(ObjectTrees.text(metadata, "uid"))));
        }
        metadata.remove("resourceVersion");
        UpdateHandler.checkName(call, object);
        CreateHandler.refuseWhileTerminating(call, call.name());
        StoredObject made = creates.make(call, options, object);
        return new ApiReply.One(201, ServedForm.of(call.entry(), made), call.warnings());
    }

    private ObjectNode merged(Call call, WriteOptions options, Optional<ObjectNode> old, Configuration applied) {
        KindEntry entry = call.entry();
        Optional<ObjectNode> live = old.map(o -> ServedForm.toServed(entry, o));
        return switch (ownership.applied(call, options, live, applied.object())) {
            case ApplyOutcome.Conflicts conflicts -> throw new RefusedException(conflicts.status());
            case ApplyOutcome.Applied done -> {
                ObjectNode object =
                        call.empties().noted(decoded(call, call.type(), bodies, applied.object(), done.object()));
                applied.reportRepeated(options.strictness(), call.warnings());
                live.ifPresent(_ -> UpdateHandler.checkName(call, object));
                Metadata.settleNamespace(call, object);
                ObjectNode next = ServedForm.toStored(entry, object);
                if (!live.filter(was -> entry.custom().isPresent() && isSame(was, object))
                        .isPresent()) {
                    entry.strategy().setDefaults(next);
                }
                yield next;
            }
        };
    }

    /// Whether nothing was applied that was not there. An object of a kind that was defined at run time then
    /// stays as it is shown, without the defaults of a version in which it is not stored: they would make it
    /// another one each time.
    private static boolean isSame(ObjectNode was, ObjectNode next) {
        return withoutManagers(was).equals(withoutManagers(next));
    }

    private static ObjectNode withoutManagers(ObjectNode object) {
        ObjectNode copy = object.deepCopy();
        ObjectTrees.metadata(copy).remove("managedFields");
        return copy;
    }

    /// What an applied configuration was merged into, as an object of its type.
    ///
    /// @throws RefusedException with 500, as upstream, when it is none
    static Decoded decoded(Call call, ResourceType type, BodyReader bodies, ObjectNode applied, ObjectNode merged) {
        try {
            return bodies.merged(merged, type);
        } catch (DecodeException e) {
            String kind = type.group() + "/" + type.version() + ", Kind=" + type.kind();
            JsonNode metadata = applied.path("metadata");
            String why =
                    Patch.whenConverted(merged, PatchHandler.structure(call, type), String.valueOf(e.getMessage()));
            throw new RefusedException(Statuses.unknown("failed to convert new object (%s/%s; %s) to proper version: "
                            .formatted(
                                    ObjectTrees.text(metadata, "namespace"), ObjectTrees.text(metadata, "name"), kind)
                    + "unable to convert unstructured object to %s: %s".formatted(kind, why)));
        }
    }
}
