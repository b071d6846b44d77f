package dev.tenure.controllers.workload;

import dev.tenure.client.informer.Grouping;
import dev.tenure.model.meta.ObjectMeta;
import dev.tenure.model.meta.OwnerReference;
import dev.tenure.model.meta.StoredObject;
import java.util.function.Function;

/// Divides objects by what controls them: by the uid of their controller, those that nobody controls by their
/// namespace. Whoever follows them finds what a workload controls, and what it may adopt, without a look at
/// all others.
public final class ControllerGroups {
    private ControllerGroups() {}

    /// To be made once and kept: a copy has one index for each such object.
    ///
    /// @param meta of an object, by a view that is worked out of it anyway
    public static Grouping by(Function<StoredObject, ObjectMeta> meta) {
        return object -> meta.apply(object)
                .controllerOwner()
                .map(OwnerReference::uid)
                .orElseGet(() -> orphans(object.key().namespace()));
    }

    /// The group of the objects of a namespace that nobody controls; no uid looks like it.
    public static String orphans(String namespace) {
        return "/" + namespace;
    }
}
