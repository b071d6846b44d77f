package dev.tenure.controllers.tainteviction.replacement;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// Which pods wait for what to change: for their set, for their Deployment, for a policy's bound. So that a
/// change has those looked at whom it concerns. Confined to one loop.
final class AwaitedChanges {
    private record Waiting(long number, Set<String> keys) {}

    private final Map<String, Waiting> byUid = new HashMap<>();
    private final Map<String, Set<String>> byKey = new HashMap<>();
    private long next;

    /// What stands for a policy among uids.
    static String policy(String name) {
        return "policy/" + name;
    }

    /// A pod waits, or waits for something else than before.
    void put(String uid, Set<String> keys) {
        Waiting known = byUid.get(uid);
        if (known != null && known.keys().equals(keys)) {
            return;
        }
        remove(uid);
        byUid.put(uid, new Waiting(known == null ? next++ : known.number(), keys));
        keys.forEach(key -> byKey.computeIfAbsent(key, one -> new HashSet<>()).add(uid));
    }

    /// A pod waits no more, or never did.
    void remove(String uid) {
        Waiting known = byUid.remove(uid);
        if (known != null) {
            known.keys()
                    .forEach(key -> byKey.computeIfPresent(key, (one, pods) -> {
                        pods.remove(uid);
                        return pods.isEmpty() ? null : pods;
                    }));
        }
    }

    /// The uids of those who wait for any of these, those who came first at the beginning.
    List<String> of(Set<String> keys) {
        var found = new TreeMap<Long, String>();
        for (String key : keys) {
            for (String uid : byKey.getOrDefault(key, Set.of())) {
                Waiting one = byUid.get(uid);
                if (one != null) {
                    found.put(one.number(), uid);
                }
            }
        }
        return List.copyOf(found.values());
    }
}
