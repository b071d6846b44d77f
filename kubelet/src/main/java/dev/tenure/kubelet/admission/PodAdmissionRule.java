package dev.tenure.kubelet.admission;

import dev.tenure.kubelet.admission.PreemptionRule.Need;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.ResourceList;
import dev.tenure.model.core.WellKnownLabels;
import dev.tenure.rules.feature.FeatureGates;
import dev.tenure.rules.fit.FitRule;
import dev.tenure.rules.fit.PodRequestsRule;
import dev.tenure.rules.fit.ResourceNameRule;
import dev.tenure.rules.fit.Resources;
import dev.tenure.rules.pod.PodRule;
import dev.tenure.rules.selector.NodeAffinityRule;
import dev.tenure.rules.taint.TolerationRule;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Decides whether a node takes a pod. Only the first reason against it is reported: its operating system
/// before resources, these before affinity, name, ports and taints. For a critical pod that only lacks
/// resources others leave. Upstream: lifecycle/predicate.go (predicateAdmitHandler),
/// preemption/preemption.go.
public final class PodAdmissionRule {
    /// The answer.
    public sealed interface Verdict {
        record Admit() implements Verdict {}

        /// @param victims have to be gone first, ended in this order
        record AdmitAfter(List<Pod> victims) implements Verdict {
            public AdmitAfter {
                victims = List.copyOf(victims);
            }
        }

        /// @param reason the pod's `status.reason`
        /// @param message without upstream's prefix `Pod was rejected: `
        record Reject(String reason, String message) implements Verdict {}
    }

    private static final String UNEXPECTED = "UnexpectedAdmissionError";
    private static final String LINUX = "linux";

    private PodAdmissionRule() {}

    /// @param others the pods that the node runs already
    /// @param gates of the node
    public static Verdict decide(Pod pod, Node node, Collection<Pod> others, FeatureGates gates) {
        return strange(pod, node).orElseGet(() -> fitting(pod, node, others, gates));
    }

    /// What nobody's leaving can help: the pod is made for another operating system. Upstream reads it of the
    /// pod's labels too, not of its node selector.
    private static Optional<Verdict> strange(Pod pod, Node node) {
        String system = node.meta().labels().getOrDefault(WellKnownLabels.OS, LINUX);
        if (!pod.meta().labels().getOrDefault(WellKnownLabels.OS, system).equals(system)) {
            return Optional.of(new Verdict.Reject(
                    "PodOSSelectorNodeLabelDoesNotMatch",
                    "Failed to admit pod as the `kubernetes.io/os` label doesn't match node label"));
        }
        String wanted = pod.spec().operatingSystem();
        return wanted.isEmpty() || wanted.equals(system)
                ? Optional.empty()
                : Optional.of(new Verdict.Reject(
                        "PodOSNotSupported", "Failed to admit pod as the OS field doesn't match node OS"));
    }

    private static Verdict fitting(Pod pod, Node node, Collection<Pod> others, FeatureGates gates) {
        List<Pod> running =
                others.stream().filter(other -> !PodRule.terminal(other)).toList();
        Resources used = Resources.NONE;
        for (Pod other : running) {
            used = used.plus(held(other)).plus(new Resources(0, 0, 0, 1, Map.of()));
        }
        List<FitRule.Lack> lacks = FitRule.lacks(
                wanted(pod, node), used, Resources.of(node.status().allocatable()));
        List<Verdict.Reject> unfit = unfit(pod, node, running, gates);
        if (lacks.isEmpty()) {
            return unfit.isEmpty() ? new Verdict.Admit() : unfit.getFirst();
        }
        if (!PodRule.critical(pod)) {
            return lack(lacks.getFirst());
        }
        return unfit.isEmpty() ? preempt(pod, running, lacks) : unfit.getFirst();
    }

    private static Verdict preempt(Pod pod, List<Pod> others, List<FitRule.Lack> lacks) {
        List<Need> needs = lacks.stream()
                .map(lack -> new Need(lack.resource(), lack.requested() - (lack.capacity() - lack.used())))
                .toList();
        return switch (PreemptionRule.choose(pod, others, needs)) {
            case PreemptionRule.Verdict.Leave(List<Pod> victims) -> new Verdict.AdmitAfter(victims);
            case PreemptionRule.Verdict.Hopeless(String message) ->
                new Verdict.Reject(
                        UNEXPECTED, "Unexpected error while attempting to recover from admission failure: " + message);
        };
    }

    /// What stands against the pod besides resources, in upstream's order.
    private static List<Verdict.Reject> unfit(Pod pod, Node node, List<Pod> others, FeatureGates gates) {
        var reasons = new ArrayList<Verdict.Reject>();
        if (!NodeAffinityRule.matches(pod.spec(), node)) {
            reasons.add(unfit("NodeAffinity", "node(s) didn't match Pod's node affinity/selector"));
        }
        if (pod.spec().bound() && !pod.spec().nodeName().equals(node.name())) {
            reasons.add(unfit("NodeName", "node(s) didn't match the requested node name"));
        }
        if (HostPortRule.taken(pod, others)) {
            reasons.add(unfit("NodePorts", "node(s) didn't have free ports for the requested pod ports"));
        }
        boolean tolerated = TolerationRule.firstUntolerated(
                        node.spec().taints(),
                        pod.spec().tolerations(),
                        TolerationRule.EVICTS,
                        gates.comparisonOperators())
                .isEmpty();
        if (!tolerated && !PodRule.isStatic(pod)) {
            reasons.add(unfit("TaintToleration", "node(s) had taints that the pod didn't tolerate"));
        }
        return reasons;
    }

    private static Verdict.Reject unfit(String predicate, String why) {
        return new Verdict.Reject(predicate, "Predicate %s failed: %s".formatted(predicate, why));
    }

    /// Extended resources that the node does not know are left out: whoever placed the pod may know of
    /// them before the node does. So are those that devices meet. Upstream: removeMissingExtendedResources.
    private static Resources wanted(Pod pod, Node node) {
        Resources held = held(pod);
        var known = new HashMap<>(held.scalars());
        known.keySet()
                .removeIf(name -> isMetByDevices(pod, name)
                        || (ResourceNameRule.extended(name)
                                && !node.status().allocatable().amounts().containsKey(name)));
        return new Resources(held.milliCpu(), held.memoryBytes(), held.ephemeralStorageBytes(), held.pods(), known);
    }

    private static boolean isMetByDevices(Pod pod, String resource) {
        return pod.status()
                .extendedClaim()
                .filter(claim -> claim.mappings().stream()
                        .anyMatch(mapping -> mapping.resource().equals(resource)))
                .isPresent();
    }

    private static Resources held(Pod pod) {
        return Resources.of(PodRequestsRule.requests(pod, PodRequestsRule.Options.HELD));
    }

    private static Verdict.Reject lack(FitRule.Lack lack) {
        String resource = lack.resource().equals(ResourceList.PODS) ? "pods" : lack.resource();
        return new Verdict.Reject(
                "OutOf" + resource,
                "Node didn't have enough resource: %s, requested: %d, used: %d, capacity: %d"
                        .formatted(resource, lack.requested(), lack.used(), lack.capacity()));
    }
}
