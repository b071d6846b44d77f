package dev.tenure.plan.forecast;

import dev.tenure.controllers.tainteviction.policy.EvictionPolicyParser;
import dev.tenure.controllers.tainteviction.policy.PolicyTypes;
import dev.tenure.controllers.tainteviction.policy.TaintEvictionPolicy;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.Stay;
import dev.tenure.model.core.Taint;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.rules.taint.TolerationRule;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The policies of taint evictions, for telling which taint made a pod leave. Confined to one thread.
final class SeenPolicies {
    private final Map<String, TaintEvictionPolicy> policies = new HashMap<>();

    /// Takes an object in as it is, if it is such a policy.
    void seen(StoredObject object, boolean deleted) {
        if (!object.key().resource().equals(PolicyTypes.POLICIES.resource())
                || !object.key().group().equals(PolicyTypes.POLICIES.group())) {
            return;
        }
        TaintEvictionPolicy policy = EvictionPolicyParser.read(object);
        if (deleted) {
            policies.remove(policy.name());
        } else {
            policies.put(policy.name(), policy);
        }
    }

    /// Those of a node's taints that make a pod leave which does not tolerate them: by themselves or because
    /// a policy says so, and no policy has it stay for ever. Whether it came after one of them is not asked.
    List<Taint> evicting(Pod pod, List<Taint> taints) {
        return taints.stream()
                .filter(taint -> TolerationRule.EVICTS.contains(taint.effect())
                        || policies.values().stream().anyMatch(policy -> policy.makesLeave(pod, taint)))
                .filter(taint -> policies.values().stream().noneMatch(policy -> grants(policy, pod, taint)))
                .toList();
    }

    private static boolean grants(TaintEvictionPolicy policy, Pod pod, Taint taint) {
        return policy.stays()
                        .tolerated()
                        .filter(stay -> stay instanceof Stay.Forever)
                        .isPresent()
                && policy.isAbout(taint)
                && policy.isAbout(pod);
    }
}
