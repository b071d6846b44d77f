package dev.tenure.scheduler.plugin.defaultpreemption;

import dev.tenure.model.policy.PodDisruptionBudget;
import dev.tenure.scheduler.framework.Cycle;
import dev.tenure.scheduler.framework.Verdict;
import dev.tenure.scheduler.view.NodeState;
import dev.tenure.scheduler.view.PodInfo;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// The dry run on one node: all less important pods are imagined away; if the pod then fits, as many as
/// possible are let back, the important ones first and those under a budget before the others.
final class VictimSearch {
    /// What the dry run says.
    sealed interface Outcome {
        record Helps(PreemptionCandidate candidate) implements Outcome {}

        record InVain(Verdict.Rejected why) implements Outcome {}

        record Broken(String message) implements Outcome {}
    }

    private static final Outcome NOBODY =
            new Outcome.InVain(Verdict.Rejected.unresolvable("", "No preemption victims found for incoming pod"));

    private final Cycle cycle;
    private final NodeState node;
    private final List<PodInfo> victims = new ArrayList<>();

    private VictimSearch(Cycle cycle, NodeState node) {
        this.cycle = cycle;
        this.node = node;
    }

    /// Leaves `cycle` and `node` as they are.
    static Outcome on(Cycle cycle, NodeState node) {
        return new VictimSearch(cycle.copy(), node.copy()).run();
    }

    private Outcome run() {
        var potential = new ArrayList<PodInfo>();
        for (PodInfo pod : List.copyOf(node.pods())) {
            if (pod.priority() < cycle.pod().priority()) {
                potential.add(pod);
            }
        }
        if (potential.isEmpty()) {
            return NOBODY;
        }
        potential.forEach(this::remove);
        switch (cycle.profile().filterWithNominated(cycle, node)) {
            case Verdict.Pass _ -> {
                // worth going on
            }
            case Verdict.Skip _ -> throw new IllegalStateException("a filter cannot be skipped when it is asked");
            case Verdict.Rejected rejected -> {
                return new Outcome.InVain(rejected);
            }
            case Verdict.Failed(var _, var message) -> {
                return new Outcome.Broken(message);
            }
        }
        return reprieveAll(potential);
    }

    private Outcome reprieveAll(List<PodInfo> potential) {
        potential.sort(ImportanceRule.MOST_IMPORTANT_FIRST);
        Set<PodInfo> violating = violating(potential, cycle.cluster().budgets());
        int violations = 0;
        for (PodInfo pod : potential) {
            if (violating.contains(pod) && !reprieve(pod)) {
                violations++;
            }
        }
        for (PodInfo pod : potential) {
            if (!violating.contains(pod)) {
                reprieve(pod);
            }
        }
        victims.sort(ImportanceRule.MOST_IMPORTANT_FIRST);
        return victims.isEmpty()
                ? new Outcome.Broken("expected at least one victim pod on node \"" + node.name() + "\"")
                : new Outcome.Helps(new PreemptionCandidate(node.name(), victims, violations));
    }

    private void remove(PodInfo pod) {
        node.remove(pod);
        cycle.profile().podRemoved(cycle, pod, node);
    }

    private boolean reprieve(PodInfo pod) {
        node.add(pod);
        cycle.profile().podAdded(cycle, pod, node);
        if (cycle.profile().filterWithNominated(cycle, node).passes()) {
            return true;
        }
        remove(pod);
        victims.add(pod);
        return false;
    }

    /// The pods that would leave against a budget, if they left in this order.
    private static Set<PodInfo> violating(List<PodInfo> pods, List<PodDisruptionBudget> budgets) {
        if (budgets.isEmpty()) {
            return Set.of();
        }
        int[] allowed = budgets.stream()
                .mapToInt(budget -> budget.status().disruptionsAllowed())
                .toArray();
        var violating = new HashSet<PodInfo>();
        for (PodInfo pod : pods) {
            for (int i = 0; i < allowed.length; i++) {
                if (covers(budgets.get(i), pod) && --allowed[i] < 0) {
                    violating.add(pod);
                }
            }
        }
        return violating;
    }

    /// A pod without labels and a budget with an empty selector are never taken as meant; a pod whose
    /// eviction the budget has granted already costs it nothing.
    private static boolean covers(PodDisruptionBudget budget, PodInfo pod) {
        var meta = pod.pod().meta();
        return !meta.labels().isEmpty()
                && budget.meta().namespace().equals(meta.namespace())
                && budget.selector().isPresent()
                && !budget.selector().get().matchesEverything()
                && budget.selector().get().matches(meta.labels())
                && !budget.status().disruptedPods().containsKey(meta.name());
    }
}
