package dev.tenure.controllers.workload;

import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.OwnerReference;
import dev.tenure.model.meta.StoredObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// All pods, by the workload that controls them, those included that were just made and have not been seen
/// yet; and which deletions are under way. This is what keeps a controller from making a pod twice although
/// it does not read its own writes. Confined to one loop.
public final class OwnedPodsState {
    private static final String NOBODY = "";

    private final Map<String, Map<String, StoredObject>> byOwner = new HashMap<>();

    /// By uid; pods that nobody controls are not in it.
    private final Map<String, String> ownerOf = new HashMap<>();

    private final Map<String, Integer> beingMade = new HashMap<>();
    private final Map<String, StoredObject> assumed = new HashMap<>();
    private final Set<String> beingDeleted = new HashSet<>();

    /// A pod was seen.
    public void put(StoredObject pod) {
        assumed.remove(pod.uid());
        if (pod.header().deleting()) {
            beingDeleted.remove(pod.uid());
        }
        place(pod);
    }

    private void place(StoredObject pod) {
        String owner = owner(pod).map(OwnerReference::uid).orElse(NOBODY);
        String before = owner.equals(NOBODY) ? ownerOf.remove(pod.uid()) : ownerOf.put(pod.uid(), owner);
        if (before == null) {
            before = NOBODY;
        }
        if (!before.equals(owner)) {
            take(before, pod.uid());
        }
        byOwner.computeIfAbsent(owner, _ -> new LinkedHashMap<>()).put(pod.uid(), pod);
    }

    /// A pod is gone.
    public void remove(StoredObject pod) {
        assumed.remove(pod.uid());
        beingDeleted.remove(pod.uid());
        String owner = ownerOf.remove(pod.uid());
        take(owner == null ? NOBODY : owner, pod.uid());
    }

    private void take(String owner, String uid) {
        Map<String, StoredObject> owned = byOwner.get(owner);
        if (owned != null && owned.remove(uid) != null && owned.isEmpty()) {
            byOwner.remove(owner);
        }
    }

    /// The workload that controls a pod.
    public static Optional<OwnerReference> owner(StoredObject pod) {
        return pod.view(Pod.class).meta().controllerOwner();
    }

    /// Pods that this workload controls, without those whose deletion is under way.
    public List<StoredObject> of(String ownerUid) {
        return without(ownerUid, beingDeleted);
    }

    /// Pods that this workload controls and that the API has shown, those under deletion included.
    public List<StoredObject> seenOf(String ownerUid) {
        return without(ownerUid, assumed.keySet());
    }

    /// @param left uids of those that are left out
    private List<StoredObject> without(String ownerUid, Set<String> left) {
        Map<String, StoredObject> all = byOwner.getOrDefault(ownerUid, Map.of());
        if (left.isEmpty()) {
            return List.copyOf(all.values());
        }
        var others = new ArrayList<StoredObject>(all.size());
        all.forEach((uid, pod) -> {
            if (!left.contains(uid)) {
                others.add(pod);
            }
        });
        return others;
    }

    /// Pods of a namespace that nobody controls.
    public List<StoredObject> orphans(String namespace) {
        var orphans = new ArrayList<StoredObject>();
        for (StoredObject pod : byOwner.getOrDefault(NOBODY, Map.of()).values()) {
            if (pod.key().namespace().equals(namespace)) {
                orphans.add(pod);
            }
        }
        return orphans;
    }

    /// A pod for this workload is being made.
    public void making(String ownerUid) {
        beingMade.merge(ownerUid, 1, Integer::sum);
    }

    /// It was made; it counts from now on, seen or not.
    public void made(String ownerUid, StoredObject pod) {
        notMade(ownerUid);
        if (!isKnown(pod.uid())) {
            assumed.put(pod.uid(), pod);
            place(pod);
        }
    }

    private boolean isKnown(String podUid) {
        return ownerOf.containsKey(podUid)
                || byOwner.getOrDefault(NOBODY, Map.of()).containsKey(podUid);
    }

    /// It could not be made.
    public void notMade(String ownerUid) {
        beingMade.computeIfPresent(ownerUid, (_, count) -> count > 1 ? count - 1 : null);
    }

    /// How many pods of this workload are being made at this moment.
    public int beingMade(String ownerUid) {
        return beingMade.getOrDefault(ownerUid, 0);
    }

    /// The deletion of a pod has been sent.
    ///
    /// @return false when it had been sent before
    public boolean deleting(String podUid) {
        return beingDeleted.add(podUid);
    }

    /// Whether a pod of this workload was told to go and has not been seen going.
    public boolean deletes(String ownerUid) {
        return byOwner.getOrDefault(ownerUid, Map.of()).keySet().stream().anyMatch(beingDeleted::contains);
    }

    /// Whether a pod was told to go and has not been seen going.
    public boolean isBeingDeleted(String podUid) {
        return beingDeleted.contains(podUid);
    }

    /// The deletion failed; the pod counts again.
    public void notDeleted(String podUid) {
        beingDeleted.remove(podUid);
    }
}
