package dev.tenure.console.shown;

import dev.tenure.model.core.Pod;
import dev.tenure.model.core.Taint;
import dev.tenure.model.core.Toleration;
import dev.tenure.plan.policy.TaintPolicies;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;
import java.util.Optional;

/// How long pods may stay under taints of their node, by their own tolerations and by policies that have them
/// stay. Immutable.
public record NodeStays(List<Taint> taints, TaintPolicies policies) {
    public NodeStays {
        taints = List.copyOf(taints);
    }

    /// All taints together, as [Shown#lodging] with `policy`, the one that has it stay under one of them.
    public ObjectNode of(Pod pod) {
        return of(pod, taints);
    }

    /// One taint alone, in the same form.
    public ObjectNode of(Pod pod, Taint taint) {
        return of(pod, List.of(taint));
    }

    private ObjectNode of(Pod pod, List<Taint> some) {
        List<Toleration> tolerations = policies.tolerations(pod, some);
        ObjectNode shown = Shown.lodging(LodgingRule.decide(some, tolerations));
        some.stream()
                .flatMap(taint -> policies.grant(pod, taint).stream())
                .map(TaintPolicies.Grant::policy)
                .findFirst()
                .ifPresent(policy -> shown.put("policy", policy));
        return shown;
    }

    /// Which tolerations count for a pod.
    public List<Toleration> tolerations(Pod pod) {
        return policies.tolerations(pod, taints);
    }

    /// Which policy holds a pod that should have left because of a taint.
    public Optional<ObjectNode> holder(Pod pod, Taint taint) {
        return policies.holder(pod, taint);
    }
}
