package dev.tenure.controllers.workload;

import dev.tenure.client.informer.Informer;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.LabelSelector;
import dev.tenure.model.meta.OwnerReference;
import dev.tenure.model.meta.StoredObject;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The pods of workloads, those included that were just made and have not been seen yet; and which deletions
/// are under way. This is what keeps a controller from making a pod twice although it does not read its own
/// writes. Confined to one loop.
public final class OwnedPodsCache {
    /// So many are gone over by each workload of their namespace, without an index of their labels.
    private static final int ORPHANS_MAX = 100;

    private final Informer pods;
    private final SelectedPods selected;
    private final Map<String, Integer> beingMade = new HashMap<>();
    /// Pods that were made and not seen, by the workload for which they were made, and by uid.
    private final Map<String, Map<String, StoredObject>> assumed = new HashMap<>();
    private final Map<String, String> assumedFor = new HashMap<>();
    private final Set<String> beingDeleted = new HashSet<>();
    /// Pods that went while others for the same workload were being made: one of them may be the pod whose
    /// making is not known to have ended. By workload; forgotten when nothing is being made for it any
    /// more.
    private final Map<String, Set<String>> goneMeanwhile = new HashMap<>();

    /// @param pods all that the API shows; its handler tells of each change
    public OwnedPodsCache(Informer pods) {
        this.pods = pods;
        this.selected = new SelectedPods(pods);
    }

    /// A pod was seen.
    public void put(StoredObject pod) {
        seen(pod.uid());
        if (pod.header().deleting()) {
            beingDeleted.remove(pod.uid());
        }
    }

    /// A pod is gone.
    public void remove(StoredObject pod) {
        seen(pod.uid());
        beingDeleted.remove(pod.uid());
        if (!beingMade.isEmpty()) {
            owner(pod)
                    .map(OwnerReference::uid)
                    .filter(beingMade::containsKey)
                    .ifPresent(owner -> goneMeanwhile
                            .computeIfAbsent(owner, _ -> new HashSet<>())
                            .add(pod.uid()));
        }
    }

    private void seen(String podUid) {
        String owner = assumedFor.isEmpty() ? null : assumedFor.remove(podUid);
        if (owner != null) {
            assumed.computeIfPresent(owner, (_, made) -> {
                made.remove(podUid);
                return made.isEmpty() ? null : made;
            });
        }
    }

    /// The workload that controls a pod.
    public static Optional<OwnerReference> owner(StoredObject pod) {
        return pod.view(Pod.class).meta().controllerOwner();
    }

    /// Pods that this workload controls, without those whose deletion is under way.
    public List<StoredObject> of(String ownerUid) {
        Collection<StoredObject> seen = pods.in(PodGroups.BY_CONTROLLER, ownerUid);
        Collection<StoredObject> made = assumed.getOrDefault(ownerUid, Map.of()).values();
        var all = new ArrayList<StoredObject>(seen.size() + made.size());
        all.addAll(seen);
        all.addAll(made);
        if (!beingDeleted.isEmpty()) {
            all.removeIf(pod -> beingDeleted.contains(pod.uid()));
        }
        return all;
    }

    /// Pods that this workload controls and that the API has shown, those under deletion included.
    public List<StoredObject> seenOf(String ownerUid) {
        return List.copyOf(pods.in(PodGroups.BY_CONTROLLER, ownerUid));
    }

    /// As [#seenOf], a view that changes.
    public Collection<StoredObject> shownOf(String ownerUid) {
        return pods.in(PodGroups.BY_CONTROLLER, ownerUid);
    }

    /// Whether what the API has shown of this workload's pods is all there is to know: none was made since
    /// and is not seen yet, and of none at all a deletion is under way.
    public boolean nothingUnderWay(String ownerUid) {
        return beingDeleted.isEmpty() && !assumed.containsKey(ownerUid);
    }

    /// Pods of a namespace that nobody controls, among which are all that a selector matches.
    public Collection<StoredObject> orphans(String namespace, LabelSelector selector) {
        Collection<StoredObject> all = pods.in(PodGroups.BY_CONTROLLER, ControllerGroups.orphans(namespace));
        if (all.size() <= ORPHANS_MAX) {
            return all;
        }
        Collection<StoredObject> candidates = selected.candidates(namespace, selector.exact());
        return candidates.size() < all.size()
                ? candidates.stream().filter(pod -> owner(pod).isEmpty()).toList()
                : all;
    }

    /// A pod for this workload is being made.
    public void making(String ownerUid) {
        beingMade.merge(ownerUid, 1, Integer::sum);
    }

    /// It was made; it counts from now on, seen or not.
    public void made(String ownerUid, StoredObject pod) {
        boolean gone = goneMeanwhile.getOrDefault(ownerUid, Set.of()).contains(pod.uid());
        notMade(ownerUid);
        boolean known =
                pods.get(pod.key()).filter(seen -> seen.uid().equals(pod.uid())).isPresent();
        if (!known && !gone) {
            assumed.computeIfAbsent(ownerUid, _ -> new LinkedHashMap<>()).put(pod.uid(), pod);
            assumedFor.put(pod.uid(), ownerUid);
        }
    }

    /// It could not be made.
    public void notMade(String ownerUid) {
        Integer left = beingMade.computeIfPresent(ownerUid, (_, count) -> count > 1 ? count - 1 : null);
        if (left == null && !goneMeanwhile.isEmpty()) {
            goneMeanwhile.remove(ownerUid);
        }
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
        return !beingDeleted.isEmpty()
                && pods.in(PodGroups.BY_CONTROLLER, ownerUid).stream()
                        .anyMatch(pod -> beingDeleted.contains(pod.uid()));
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
