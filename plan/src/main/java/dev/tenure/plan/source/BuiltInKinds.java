package dev.tenure.plan.source;

import dev.tenure.model.meta.ResourceType;
import dev.tenure.sim.world.StoredForms;
import dev.tenure.wire.schema.GroupVersionKind;
import java.util.Optional;

/// The kinds whose objects a forecast can be given. Immutable; used by any number of threads at once.
public final class BuiltInKinds {
    private final StoredForms forms = new StoredForms();

    /// The type under which objects of a kind are stored, of which the version may be another; empty for a
    /// kind that is not built in.
    public Optional<ResourceType> type(GroupVersionKind kind) {
        return forms.type(kind);
    }
}
