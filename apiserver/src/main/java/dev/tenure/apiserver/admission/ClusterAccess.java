package dev.tenure.apiserver.admission;

import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.ObjectNode;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The cluster as admission plugins read and write it while they look at a request. Reads see the newest
/// durable state; writes go to the store as they are, without admission. Kinds without a typed view have the
/// view `ObjectMeta`; [#tree] gives everything.
public interface ClusterAccess {
    /// @param namespace empty for objects of the whole cluster
    Optional<StoredObject> get(ResourceType type, String namespace, String name);

    /// @param namespace empty for all namespaces
    List<StoredObject> list(ResourceType type, String namespace);

    /// A private copy of the object's tree, with `apiVersion` and `kind`.
    ObjectNode tree(StoredObject object);

    /// Replaces `current` if it is still what is stored.
    ///
    /// @return whether it was replaced
    boolean compareAndSet(StoredObject current, ObjectNode next);

    /// As [#compareAndSet], for an object of a kind that need not be one that is served.
    boolean replace(KindEntry entry, StoredObject current, ObjectNode next);

    /// Stores a new object unless one of its name is there, whoever else tries at the same moment.
    ///
    /// @param entry of its kind, which need not be one that is served
    /// @return what is stored now; empty when there was one already
    Optional<StoredObject> create(KindEntry entry, ObjectNode object);

    /// Removes `current` if it is still what is stored.
    ///
    /// @return whether it was removed
    boolean remove(StoredObject current);

    /// Returns when reads see everything that was acknowledged anywhere before the call, by other servers
    /// too.
    ///
    /// @return whether there may be others, so that what was read before the call may have been out of date
    /// @throws dev.tenure.store.StoreUnavailableException when that cannot be found out
    boolean catchUp();

    /// The wall clock.
    Instant now();
}
