package dev.tenure.plan.lint;

import dev.tenure.controllers.nodereadiness.NodeReadinessRule;
import dev.tenure.controllers.tainteviction.policy.TaintEvictionPolicy;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.Service;
import dev.tenure.model.core.Taint;
import dev.tenure.model.core.WellKnownTaints;
import dev.tenure.model.meta.Frozen;
import dev.tenure.model.policy.PodDisruptionBudget;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// What the rules look at. Immutable.
///
/// @param workloads pods that are alike stand here once
/// @param pods that have not ended
/// @param unbroken retentions that pause owners in vain, each with what is missing
/// @param surging Deployments whose rollouts make more pods than are wanted
/// @param unknownWords effects and operators in manifests that are none, in the words of a finding
/// @param moment when the cluster was as it is here
record LintFacts(
        List<Linted<Node>> nodes,
        List<LintedWorkload> workloads,
        List<Linted<PodDisruptionBudget>> budgets,
        List<Linted<Service>> services,
        List<Pod> pods,
        List<MachinePool> machinePools,
        List<Linted<NodeReadinessRule>> readinessRules,
        List<Linted<TaintEvictionPolicy>> evictionPolicies,
        List<Linted<String>> unbroken,
        Set<LintSubject> surging,
        List<Linted<String>> unknownWords,
        Instant moment) {
    /// A value and the object that it is of.
    public record Linted<T>(LintSubject subject, T value) {}

    public LintFacts {
        nodes = List.copyOf(nodes);
        workloads = List.copyOf(workloads);
        budgets = List.copyOf(budgets);
        services = List.copyOf(services);
        pods = List.copyOf(pods);
        machinePools = List.copyOf(machinePools);
        readinessRules = List.copyOf(readinessRules);
        evictionPolicies = List.copyOf(evictionPolicies);
        unbroken = List.copyOf(unbroken);
        surging = Frozen.set(surging);
        unknownWords = List.copyOf(unknownWords);
    }

    /// The taints of all nodes, each once, without their times.
    Set<Taint> taints() {
        return nodes.stream()
                .flatMap(node -> node.value().spec().taints().stream())
                .map(Taint::withoutTime)
                .collect(Collectors.toUnmodifiableSet());
    }

    /// Whether the key is one of the cluster, or names a role.
    static boolean wellKnown(String key) {
        return WellKnownTaints.ofTheCluster(key) || key.startsWith("node-role.kubernetes.io/");
    }
}
