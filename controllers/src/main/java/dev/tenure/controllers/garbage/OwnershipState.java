package dev.tenure.controllers.garbage;

import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.StoredObject;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Who owns whom, by uid, over all kinds. Confined to one loop. Upstream: graph_builder.go.
final class OwnershipState {
    /// @param type tells how to reach the object
    record Entry(ResourceType type, StoredObject object) {}

    private final Map<String, Entry> byUid = new HashMap<>();
    private final Map<String, Set<String>> dependents = new HashMap<>();

    Optional<Entry> get(String uid) {
        return Optional.ofNullable(byUid.get(uid));
    }

    /// The uids of what an object owns.
    List<String> dependents(String ownerUid) {
        return List.copyOf(dependents.getOrDefault(ownerUid, Set.of()));
    }

    boolean ownsOthers(String uid) {
        return dependents.containsKey(uid);
    }

    void put(ResourceType type, StoredObject object) {
        Entry before = byUid.put(object.uid(), new Entry(type, object));
        if (before != null) {
            if (before.object().header().ownerUids().equals(object.header().ownerUids())) {
                return;
            }
            unlink(before.object());
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
