package dev.tenure.agent.admission;

import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.ResourceList;
import dev.tenure.rules.fit.FitRule;
import dev.tenure.rules.fit.PodRequestsRule;
import dev.tenure.rules.fit.Resources;
import dev.tenure.rules.pod.PodRule;
import dev.tenure.rules.selector.NodeAffinityRule;
import dev.tenure.rules.taint.TolerationRule;
import java.util.Collection;
import java.util.List;

/// Decides whether a node takes a pod. Only the first reason against it is told: resources before
/// affinity before taints. Upstream: lifecycle/predicate.go (generalFilter, tolerations).
public final class PodAdmissionRule {
    /// The answer.
    public sealed interface Verdict {
        record Admit() implements Verdict {}

        /// @param reason the pod's `status.reason`
        /// @param message without upstream's prefix `Pod was rejected: `
        record Reject(String reason, String message) implements Verdict {}
    }

    private static final String TAINTS = "node(s) had taints that the pod didn't tolerate";

    private PodAdmissionRule() {}

    /// @param others the pods that the node runs already
    public static Verdict decide(Pod pod, Node node, Collection<Pod> others) {
        Resources used = Resources.NONE;
        for (Pod other : others) {
            if (!PodRule.terminal(other)) {
                used = used.plus(held(other)).plus(new Resources(0, 0, 0, 1, java.util.Map.of()));
            }
        }
        List<FitRule.Lack> lacks =
                FitRule.lacks(held(pod), used, Resources.of(node.status().allocatable()));
        if (!lacks.isEmpty()) {
            return lack(lacks.getFirst());
        }
        if (!NodeAffinityRule.matches(pod.spec(), node)) {
            return new Verdict.Reject(
                    "NodeAffinity", "Predicate NodeAffinity failed: node(s) didn't match Pod's node affinity/selector");
        }
        boolean tolerated = TolerationRule.firstUntolerated(
                        node.spec().taints(), pod.spec().tolerations(), TolerationRule.EVICTS)
                .isEmpty();
        return tolerated || PodRule.isStatic(pod)
                ? new Verdict.Admit()
                : new Verdict.Reject("TaintToleration", "Predicate TaintToleration failed: " + TAINTS);
    }

    private static Resources held(Pod pod) {
        return Resources.of(PodRequestsRule.requests(pod, PodRequestsRule.Options.HELD));
    }

    private static Verdict lack(FitRule.Lack lack) {
        String resource = lack.resource().equals(ResourceList.PODS) ? "pods" : lack.resource();
        return new Verdict.Reject(
                "OutOf" + resource,
                "Node didn't have enough resource: %s, requested: %d, used: %d, capacity: %d"
                        .formatted(resource, lack.requested(), lack.used(), lack.capacity()));
    }
}
