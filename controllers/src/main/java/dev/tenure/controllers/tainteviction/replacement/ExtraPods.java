package dev.tenure.controllers.tainteviction.replacement;

import dev.tenure.model.meta.StoredObject;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The pods that are out of their sets, or about to be, found by their Deployment and by the policy that
/// asked for it; one that may leave too, until it does. Confined to one loop.
final class ExtraPods {
    /// @param deployment the uid of the Deployment that controls it; absent where nobody does
    /// @param policy absent where the pod does not tell
    record Extra(StoredObject pod, Optional<String> deployment, Optional<String> policy) {}

    private final Map<String, Extra> byUid = new HashMap<>();
    private final Map<String, Map<String, StoredObject>> byDeployment = new HashMap<>();
    private final Map<String, Set<String>> byPolicy = new HashMap<>();

    /// A pod is out of its set, or is another than it was.
    void put(Extra extra) {
        String uid = extra.pod().uid();
        remove(uid);
        byUid.put(uid, extra);
        extra.deployment()
                .ifPresent(deployment -> byDeployment
                        .computeIfAbsent(deployment, one -> new HashMap<>())
                        .put(uid, extra.pod()));
        extra.policy()
                .ifPresent(policy ->
                        byPolicy.computeIfAbsent(policy, one -> new HashSet<>()).add(uid));
    }

    /// A pod is no extra one any more, or was none.
    void remove(String uid) {
        Extra known = byUid.remove(uid);
        if (known == null) {
            return;
        }
        known.deployment()
                .ifPresent(deployment -> byDeployment.computeIfPresent(deployment, (key, pods) -> {
                    pods.remove(uid);
                    return pods.isEmpty() ? null : pods;
                }));
        known.policy()
                .ifPresent(policy -> byPolicy.computeIfPresent(policy, (key, pods) -> {
                    pods.remove(uid);
                    return pods.isEmpty() ? null : pods;
                }));
    }

    /// Those of a Deployment.
    Collection<StoredObject> of(String deployment) {
        return Collections.unmodifiableCollection(
                byDeployment.getOrDefault(deployment, Map.of()).values());
    }

    /// How many a Deployment has.
    ///
    /// @param besides the uid of a pod that is not counted
    int ofDeployment(String deployment, String besides) {
        Map<String, StoredObject> pods = byDeployment.getOrDefault(deployment, Map.of());
        return pods.size() - (pods.containsKey(besides) ? 1 : 0);
    }

    /// How many there are because of a policy.
    ///
    /// @param besides the uid of a pod that is not counted
    int ofPolicy(String policy, String besides) {
        Set<String> pods = byPolicy.getOrDefault(policy, Set.of());
        return pods.size() - (pods.contains(besides) ? 1 : 0);
    }

    /// How many there are of each policy.
    Map<String, Integer> counts() {
        var counts = new HashMap<String, Integer>();
        byPolicy.forEach((policy, pods) -> counts.put(policy, pods.size()));
        return counts;
    }
}
