package dev.tenure.apiserver.registry.meta;

import dev.tenure.model.meta.ResourceType;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.patch.managedfields.FieldScope;
import dev.tenure.wire.patch.managedfields.FieldWriter;
import dev.tenure.wire.patch.managedfields.ManagedFields;
import dev.tenure.wire.schema.GroupVersionKind;
import java.time.Instant;

/// The status of a kind's objects as the server itself writes it while it serves a request: counts of quotas
/// and of disruption budgets. Upstream sends these writes to itself, so that they stand in `managedFields` as
/// those of `kube-apiserver`. Immutable; safe for use by several threads.
public final class OwnStatus {
    private static final String MANAGER = "kube-apiserver";

    private final FieldScope scope;

    /// @param type of a built-in kind that has a status
    public OwnStatus(ResourceType type) {
        this.scope = FieldScope.builtIn(GroupVersionKind.of(type), "status");
    }

    /// The object with the manager of what differs in its status.
    ///
    /// @param before what is stored, in the version of this type, with `apiVersion` and `kind`
    /// @param after a private copy of it with the new status
    public ObjectNode written(ObjectNode before, ObjectNode after, Instant now) {
        ObjectNode managed = ManagedFields.update(scope, before, after, FieldWriter.of(MANAGER, "", now));
        return ManagedFields.keepTimes(before, managed);
    }
}
