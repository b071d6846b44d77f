package dev.tenure.controllers.resourceclaim;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// The claims that were made for pods and have not been seen since then, so that no second one is made.
/// Confined to one loop. Upstream: claimCache, a cache of mutations.
final class MadeClaimsState {
    /// Names by what the pod calls them, by the pod's uid.
    private final Map<String, Map<String, String>> names = new HashMap<>();

    void put(String podUid, String podClaim, String claim) {
        names.computeIfAbsent(podUid, _ -> new HashMap<>()).put(podClaim, claim);
    }

    Optional<String> of(String podUid, String podClaim) {
        return Optional.ofNullable(names.getOrDefault(podUid, Map.of()).get(podClaim));
    }

    /// It was seen, or is not there any more.
    void remove(String podUid, String podClaim) {
        names.computeIfPresent(podUid, (_, its) -> {
            its.remove(podClaim);
            return its.isEmpty() ? null : its;
        });
    }

    void forget(String podUid) {
        names.remove(podUid);
    }
}
