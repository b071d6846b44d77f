package dev.tenure.client.informer;

import dev.tenure.model.meta.StoredObject;

/// One way to divide a collection into named groups, for example pods by their node. A copy keeps one index
/// for each `Grouping` object, so components that want the same groups share one object. Upstream:
/// client-go/tools/cache (IndexFunc), with one value per object.
@FunctionalInterface
public interface Grouping {
    /// By namespace; objects of the whole cluster are in no group.
    Grouping NAMESPACE = object -> object.key().namespace();

    /// The group of an object, worked out from nothing but the object; empty when it is in none.
    String of(StoredObject object);
}
