package dev.tenure.controllers.garbage;

import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.StoredObject;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// Who owns whom, by uid, over all kinds. The objects themselves are kept by the informers, so that a change
/// which leaves an object its owners costs nothing here. Confined to one loop. Upstream: graph_builder.go.
final class OwnershipState {
    /// @param type tells how to reach the object
    record Entry(ResourceType type, StoredObject object) {}

    private final Function<ObjectKey, Optional<Entry>> objects;
    private final Map<String, ObjectKey> byUid = new HashMap<>();
    private final Map<String, Set<String>> dependents = new HashMap<>();

    /// @param objects what the informers know
    OwnershipState(Function<ObjectKey, Optional<Entry>> objects) {
        this.objects = objects;
    }

    Optional<Entry> get(String uid) {
        ObjectKey key = byUid.get(uid);
        return key == null
                ? Optional.empty()
                : objects.apply(key).filter(found -> found.object().uid().equals(uid));
    }

    /// The uids of what an object owns.
    List<String> dependents(String ownerUid) {
        return List.copyOf(dependents.getOrDefault(ownerUid, Set.of()));
    }

    boolean ownsOthers(String uid) {
        return dependents.containsKey(uid);
    }

    /// @param before the object when it was last told; absent when it is new
    void put(Optional<StoredObject> before, StoredObject object) {
        if (before.isEmpty()) {
            byUid.put(object.uid(), object.key());
        } else if (before.get().header().ownerUids().equals(object.header().ownerUids())) {
            return;
        } else {
            unlink(before.get());
        }
        for (String owner : object.header().ownerUids()) {
            dependents.computeIfAbsent(owner, _ -> new LinkedHashSet<>()).add(object.uid());
        }
    }

    void remove(StoredObject object) {
        byUid.remove(object.uid());
        unlink(object);
    }

    private void unlink(StoredObject object) {
        for (String owner : object.header().ownerUids()) {
            Set<String> owned = dependents.get(owner);
            if (owned != null && owned.remove(object.uid()) && owned.isEmpty()) {
                dependents.remove(owner);
            }
        }
    }
}
