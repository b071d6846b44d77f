package dev.tenure.store;

import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.store.Store.ResourceId;
import java.time.Duration;
import java.util.Optional;

/// How objects stand in a store that others read too: under which keys, as which bytes, and for how long. A
/// store never looks into what it keeps; whoever opens it says how. Safe for use by several threads.
public interface StorageCodec {
    /// The key of an object below the store's prefix, for example `minions/node-1`.
    String path(ObjectKey key);

    /// The beginning of the keys of all objects of a resource in a namespace, for example `pods/default/`.
    ///
    /// @param namespace empty for all namespaces, and for resources of the whole cluster
    String folder(ResourceId resource, String namespace);

    /// The object whose key is `path`; empty for what is no object, or one of a kind that is not known.
    Optional<ObjectKey> key(String path);

    /// The bytes of an object, without its revision.
    byte[] encode(StoredObject object);

    /// The object that these bytes are, with revision 0. What cannot be read is
    /// [dev.tenure.model.meta.Content.Unreadable].
    StoredObject decode(ObjectKey key, byte[] value);

    /// Whether bytes stand as [#encode] would write them now. When they do not, the object is worth a write
    /// that changes nothing.
    default boolean isCurrent(ObjectKey key, byte[] value) {
        return true;
    }

    /// How long objects of a resource are kept; empty for ever.
    Optional<Duration> lifetime(ResourceId resource);
}
