package dev.tenure.plan.forecast;

import dev.tenure.controllers.tainteviction.policy.EvictionPolicyParser;
import dev.tenure.controllers.tainteviction.policy.PolicyTypes;
import dev.tenure.controllers.tainteviction.policy.TaintEvictionPolicy;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.Stay;
import dev.tenure.model.core.Taint;
import dev.tenure.model.meta.StoredObject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The policies that have pods stay under taints for ever, for telling which other taint made one leave.
/// Confined to one thread.
final class GrantedStays {
    private final Map<String, TaintEvictionPolicy> policies = new HashMap<>();

    /// Takes an object in as it is, if it is such a policy.
    void seen(StoredObject object, boolean deleted) {
        if (!object.key().resource().equals(PolicyTypes.POLICIES.resource())
                || !object.key().group().equals(PolicyTypes.POLICIES.group())) {
            return;
        }
        TaintEvictionPolicy policy = EvictionPolicyParser.read(object);
        boolean grants = policy.stays()
                .tolerated()
                .filter(stay -> stay instanceof Stay.Forever)
                .isPresent();
        if (grants && !deleted) {
            policies.put(policy.name(), policy);
        } else {
            policies.remove(policy.name());
        }
    }

    /// Those of the taints under which no policy has the pod stay.
    List<Taint> others(Pod pod, List<Taint> taints) {
        return policies.isEmpty()
                ? taints
                : taints.stream()
                        .filter(taint -> policies.values().stream()
                                .noneMatch(policy -> policy.isAbout(taint) && policy.isAbout(pod)))
                        .toList();
    }
}
