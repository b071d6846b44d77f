package dev.tenure.plan.saved;

import dev.tenure.plan.forecast.EvictionPlan.LeavingPod;
import dev.tenure.plan.forecast.EvictionPlan.Status;
import dev.tenure.plan.forecast.EvictionPlan.Summary;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// What of all that happens in a cluster is the business of a plan: what befalls the nodes that it is about,
/// and the workloads that it names or that lose pods by it. Immutable.
///
/// @param workloads as `namespace/name`
record FactScope(Set<String> nodes, Set<String> workloads, Set<String> namespaces) {
    FactScope {
        nodes = Set.copyOf(nodes);
        workloads = Set.copyOf(workloads);
        namespaces = Set.copyOf(namespaces);
    }

    static FactScope of(SavedPlan plan) {
        var workloads = new HashSet<String>();
        var namespaces = new HashSet<>(plan.basis().namespaces());
        plan.plan().status().pods().forEach(pod -> workloads.add(workload(pod)));
        plan.basis().entries().forEach(entry -> {
            workloads.add(entry.key().namespace() + "/" + entry.key().name());
            namespaces.add(entry.key().namespace());
        });
        return new FactScope(Set.copyOf(plan.basis().nodes()), workloads, namespaces);
    }

    private static String workload(LeavingPod pod) {
        return pod.namespace() + "/" + pod.owner();
    }

    boolean includes(LeavingPod pod) {
        return nodes.contains(pod.node()) || workloads.contains(workload(pod));
    }

    /// Of what happened in the whole cluster what is the business of the plan.
    Status of(Status seen) {
        List<LeavingPod> pods = seen.pods().stream().filter(this::includes).toList();
        var made = seen.newPods().stream()
                .filter(pod -> namespaces.contains(pod.namespace()))
                .toList();
        var budgets = seen.budgets().stream()
                .filter(budget -> namespaces.contains(budget.namespace()))
                .toList();
        return new Status(
                pods,
                made,
                budgets,
                seen.services(),
                Summary.of(pods, made, budgets),
                seen.notes(),
                seen.simulated(),
                seen.quiet());
    }
}
