package dev.tenure.apiserver.handler;

import dev.tenure.apiserver.admission.ClusterAccess;
import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.apiserver.registry.KindTable;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.loop.Published;
import dev.tenure.runtime.time.TimeSource;
import dev.tenure.store.Store;
import dev.tenure.store.Store.Committed;
import dev.tenure.store.Store.Precondition;
import dev.tenure.store.Store.Range;
import dev.tenure.store.Store.ResourceId;
import dev.tenure.store.Store.Write;
import dev.tenure.wire.json.ObjectNode;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The cluster as admission plugins read and write it: the store itself, in its newest state.
public record StoreAccess(Store store, Published<KindTable> kinds, TimeSource time) implements ClusterAccess {
    @Override
    public Optional<StoredObject> get(ResourceType type, String namespace, String name) {
        return store.get(type.key(namespace, name));
    }

    @Override
    public List<StoredObject> list(ResourceType type, String namespace) {
        var id = new ResourceId(type.group(), type.resource());
        return store.list(new Range(id, namespace, Optional.empty(), 0, 0, Optional.empty()))
                .items();
    }

    @Override
    public boolean catchUp() {
        return store.catchUp();
    }

    @Override
    public ObjectNode tree(StoredObject object) {
        return ObjectTrees.tree(object);
    }

    @Override
    public boolean compareAndSet(StoredObject current, ObjectNode next) {
        KindEntry entry = kinds.get()
                .stored(current.key().group(), current.key().resource())
                .orElseThrow();
        return replace(entry, current, next);
    }

    @Override
    public boolean replace(KindEntry entry, StoredObject current, ObjectNode next) {
        var put = new Write.Put(
                ObjectTrees.stored(entry, next, current), new Precondition.AtRevision(current.revision()));
        return store.commit(put) instanceof Committed.Durable;
    }

    @Override
    public Optional<StoredObject> create(KindEntry entry, ObjectNode object) {
        var put = new Write.Put(ObjectTrees.stored(entry, object), new Precondition.Absent());
        return store.commit(put) instanceof Committed.Durable durable
                ? Optional.of(durable.object())
                : Optional.empty();
    }

    @Override
    public boolean remove(StoredObject current) {
        var delete = new Write.Delete(current, new Precondition.AtRevision(current.revision()));
        return store.commit(delete) instanceof Committed.Durable;
    }

    @Override
    public Instant now() {
        return time.wall();
    }
}
