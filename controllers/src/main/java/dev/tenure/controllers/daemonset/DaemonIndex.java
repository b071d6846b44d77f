package dev.tenure.controllers.daemonset;

import dev.tenure.controllers.workload.OwnedPodsState;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.OwnerReference;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Which daemon sets have a pod on which node. Confined to one loop.
final class DaemonIndex {
    private record Place(String node, String set) {}

    private final Map<String, Place> places = new HashMap<>();
    private final Map<Place, Set<String>> pods = new HashMap<>();

    void put(StoredObject pod) {
        remove(pod.uid());
        String node = pod.view(Pod.class).spec().nodeName();
        Optional<OwnerReference> owner =
                OwnedPodsState.owner(pod).filter(o -> o.kind().equals(ResourceTypes.DAEMON_SETS.kind()));
        if (owner.isPresent() && !node.isEmpty()) {
            var place = new Place(node, owner.get().uid());
            places.put(pod.uid(), place);
            pods.computeIfAbsent(place, _ -> new HashSet<>()).add(pod.uid());
        }
    }

    void remove(String podUid) {
        Place place = places.remove(podUid);
        if (place != null) {
            pods.computeIfPresent(place, (_, uids) -> {
                uids.remove(podUid);
                return uids.isEmpty() ? null : uids;
            });
        }
    }

    boolean has(String node, String setUid) {
        return pods.containsKey(new Place(node, setUid));
    }
}
