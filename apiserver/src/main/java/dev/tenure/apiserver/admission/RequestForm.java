package dev.tenure.apiserver.admission;

import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.apiserver.registry.Subresource;
import dev.tenure.model.meta.AuditNotes;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.decode.Empties;
import dev.tenure.wire.schema.GroupVersionKind;
import java.time.Duration;
import java.util.Optional;

/// How a write looks to who sent it: policies and webhooks are about that, and not about what is stored.
///
/// @param verb of the request, in lower case as in rules: an update and a patch are the same operation
/// @param resource in the group and version that was asked for
/// @param kind of what was sent: of a subresource perhaps another than that of the object
/// @param projection how the objects of the write look as that kind
/// @param named whether the sender has said which object it is; not so of a deletion of many, and of a new
///     object whose name is generated
/// @param empties what is empty in what was sent, and which the object of the write does not have
/// @param notes what the audit event of the request is to say beside
/// @param patience how long the sender waits for an answer, if it says so
public record RequestForm(
        String verb,
        ResourceType resource,
        GroupVersionKind kind,
        Projection projection,
        boolean named,
        Empties empties,
        AuditNotes notes,
        Optional<Duration> patience) {
    /// How an object looks in a subresource that is of another kind, and how a change there is one of the
    /// object.
    public interface Projection {
        /// The object is what is sent.
        Projection WHOLE = new Projection() {
            @Override
            public ObjectNode shown(ObjectNode object, boolean mutating) {
                return object;
            }

            @Override
            public void change(ObjectNode object, ObjectNode shown) {
                object.removeAll();
                object.setAll(shown);
            }
        };

        /// @param object in the stored version
        /// @param mutating whether what is shown may still be changed
        ObjectNode shown(ObjectNode object, boolean mutating);

        /// How the new object looks to those who may still change it, if its sender has sent it in that form.
        default Optional<ObjectNode> sent() {
            return Optional.empty();
        }

        /// Changes an object as what is shown of it was changed.
        ///
        /// @throws dev.tenure.apiserver.registry.RefusedException when what is shown may not look so
        void change(ObjectNode object, ObjectNode shown);
    }

    /// An object of a type that is sent whole and with its name.
    ///
    /// @param verb of the request, in lower case
    public static RequestForm of(String verb, ResourceType type) {
        var kind = GroupVersionKind.of(type);
        return new RequestForm(
                verb, type, kind, Projection.WHOLE, true, Empties.NONE, new AuditNotes(), Optional.empty());
    }

    /// The kind of what is sent to a place of a kind.
    ///
    /// @param subresource empty for the object itself
    public static GroupVersionKind kind(KindEntry entry, String subresource) {
        ResourceType type = entry.type();
        Optional<Subresource> part = entry.subresource(subresource).filter(found -> !found.ofObject());
        if (part.isEmpty()) {
            return GroupVersionKind.of(type);
        }
        Subresource body = part.get();
        return body.bodyVersion().isEmpty()
                ? new GroupVersionKind(type.group(), type.version(), body.bodyKind())
                : new GroupVersionKind(body.bodyGroup(), body.bodyVersion(), body.bodyKind());
    }
}
