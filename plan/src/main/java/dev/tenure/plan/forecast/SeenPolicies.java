package dev.tenure.plan.forecast;

import dev.tenure.controllers.tainteviction.policy.EvictionPolicyParser;
import dev.tenure.controllers.tainteviction.policy.PolicyTypes;
import dev.tenure.controllers.tainteviction.policy.StayChange;
import dev.tenure.controllers.tainteviction.policy.TaintEvictionPolicy;
import dev.tenure.kinds.expression.TaintExpressions;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.Stay;
import dev.tenure.model.core.Taint;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.rules.taint.TolerationRule;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The policies of taint evictions, for telling which taint made a pod leave. Confined to one thread.
final class SeenPolicies {
    private final Map<String, TaintEvictionPolicy> policies = new TreeMap<>();
    private final boolean inForce;

    /// @param inForce whether the controller that evicts obeys policies
    SeenPolicies(boolean inForce) {
        this.inForce = inForce;
    }

    /// That a pod stays for a while under a taint which it does not tolerate itself.
    record Grant(String policy, Stay.AtMost stay) {}

    /// Takes an object in as it is, if it is such a policy.
    void seen(StoredObject object, boolean deleted) {
        if (!inForce
                || !object.key().resource().equals(PolicyTypes.POLICIES.resource())
                || !object.key().group().equals(PolicyTypes.POLICIES.group())) {
            return;
        }
        TaintEvictionPolicy policy = EvictionPolicyParser.read(object, TaintExpressions.matcher());
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

    /// The longest stay that a policy grants, of those that end.
    Optional<Grant> grant(Pod pod, Taint taint) {
        return policies.values().stream()
                .filter(policy -> policy.isAbout(taint) && policy.isAbout(pod))
                .flatMap(policy -> policy.stays().tolerated().stream()
                        .filter(Stay.AtMost.class::isInstance)
                        .map(stay -> new Grant(policy.name(), (Stay.AtMost) stay)))
                .max(Comparator.comparingLong(grant -> grant.stay().seconds()));
    }

    /// What policies make of a stay; empty when they leave it as it is.
    Optional<StayChange> change(Pod pod, Taint taint, Duration tolerated) {
        return StayChange.of(policies.values(), pod, taint, tolerated);
    }
}
