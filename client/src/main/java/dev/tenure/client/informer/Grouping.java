package dev.tenure.client.informer;

import dev.tenure.model.meta.StoredObject;

/// One way to divide a collection into named groups, for example pods by their node. Who means the same has to use the
/// same grouping, for each is kept up once. Upstream: client-go/tools/cache (IndexFunc), with one value per object.
@FunctionalInterface
public interface Grouping {
    /// By namespace; objects of the whole cluster are in no group.
    Grouping NAMESPACE = object -> object.key().namespace();

    /// The group that an object is in, told by nothing but the object; empty when it is in none.
    String of(StoredObject object);
}
