package dev.tenure.apiserver.admission;

import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.MissingNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;
import java.util.Optional;

/// One write on its way to the store.
///
/// @param type of the object that is addressed (for a subresource the parent's)
/// @param name empty while a generated one is not yet known
/// @param subresource empty, or for example `status`, `binding`, `eviction`
/// @param next what is to be stored, or the body of an action such as `binding`; absent for DELETE
/// @param old what is stored; absent for CREATE
/// @param options the `CreateOptions`, `UpdateOptions`, `DeleteOptions`; may be an empty object
/// @param warnings where plugins add texts for `Warning` headers
/// @param aftermath where plugins leave what they have to do when the outcome is known
/// @param form how the write looks to who sent it; absent of a deletion that is part of another action, which
///     was admitted as what it is
/// @param reinvocation whether plugins are asked a second time
public record AdmissionRequest(
        Operation operation,
        Caller caller,
        ResourceType type,
        String namespace,
        String name,
        String subresource,
        Optional<ObjectNode> next,
        Optional<ObjectNode> old,
        ObjectNode options,
        boolean dryRun,
        List<String> warnings,
        Aftermath aftermath,
        Optional<RequestForm> form,
        Reinvocation reinvocation) {
    public enum Operation {
        CREATE,
        UPDATE,
        DELETE,
        CONNECT
    }

    /// Whether it is about this resource of this group, whatever the version.
    public boolean about(ResourceType wanted) {
        return type.resource().equals(wanted.resource()) && type.group().equals(wanted.group());
    }

    /// Whether an object of this resource itself is made, not a subresource of one.
    public boolean creates(ResourceType wanted) {
        return operation == Operation.CREATE && subresource.isEmpty() && about(wanted);
    }

    /// Whether an object of this resource itself is made or replaced, not a subresource of one.
    public boolean writes(ResourceType wanted) {
        return (operation == Operation.CREATE || operation == Operation.UPDATE)
                && subresource.isEmpty()
                && about(wanted);
    }

    /// A refusal of this write: `pods "x" is forbidden: WHY`.
    public RefusedException forbidden(String why) {
        return new RefusedException(Statuses.forbidden(type, shownName(), why));
    }

    /// The same request once the name of a new object is known.
    public AdmissionRequest named(String known) {
        return new AdmissionRequest(
                operation,
                caller,
                type,
                namespace,
                known,
                subresource,
                next,
                old,
                options,
                dryRun,
                warnings,
                aftermath,
                form,
                reinvocation);
    }

    /// What refusals call the object. Upstream: apiserver/pkg/admission/errors.go (extractResourceName).
    public String shownName() {
        if (!name.isEmpty()) {
            return name;
        }
        JsonNode metadata = next.map(object -> object.path("metadata")).orElse(MissingNode.INSTANCE);
        String own = metadata.path("name").asText("");
        String prefix = metadata.path("generateName").asText("");
        return !own.isEmpty() ? own : !prefix.isEmpty() ? prefix : "Unknown";
    }

    /// The object to be stored.
    ///
    /// @throws java.util.NoSuchElementException for DELETE
    public ObjectNode object() {
        return next.orElseThrow();
    }
}
