package dev.tenure.console.viewer;

import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.plan.forecast.EvictionPlan;
import dev.tenure.plan.forecast.EvictionPlan.BudgetOutcome;
import dev.tenure.plan.forecast.EvictionPlan.LeavingPod;
import dev.tenure.plan.report.PlanWords;
import dev.tenure.plan.source.ClusterDump;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// What happens in a cluster though nobody changes anything: which pods leave and when, and which disruption
/// budgets are broken. Immutable.
///
/// @param fingerprint of the cluster that it is about
/// @param leaves who does, by uid
/// @param broken `namespace/name` of budgets
public record Anyway(long fingerprint, Map<String, Leaver> leaves, Set<String> broken) {
    /// A pod that leaves by itself.
    ///
    /// @param why its cause, and what is known beyond it
    public record Leaver(String namespace, String name, String node, Instant at, String why) {}

    /// Nothing happens by itself.
    static final Anyway NOTHING = new Anyway(0, Map.of(), Set.of());

    /// Evictions wait for one another; who leaves earlier by less than that does not leave because of the
    /// change.
    private static final Duration SLACK = Duration.ofSeconds(10);

    private static final long FACTOR = 1_000_003;

    public Anyway {
        leaves = Map.copyOf(leaves);
        broken = Set.copyOf(broken);
    }

    /// @param plan of no change
    static Anyway of(long fingerprint, EvictionPlan plan) {
        Map<String, Leaver> leaves = new HashMap<>();
        for (LeavingPod pod : plan.status().pods()) {
            pod.leavesAfter()
                    .ifPresent(after -> leaves.put(
                            pod.uid(),
                            new Leaver(
                                    pod.namespace(),
                                    pod.name(),
                                    pod.node(),
                                    plan.spec().moment().plus(after),
                                    PlanWords.because(pod))));
        }
        Set<String> broken = plan.status().budgets().stream()
                .filter(BudgetOutcome::broken)
                .map(Anyway::name)
                .collect(Collectors.toSet());
        return new Anyway(fingerprint, leaves, broken);
    }

    private static String name(BudgetOutcome budget) {
        return budget.namespace() + "/" + budget.name();
    }

    /// Whether a pod that a plan has leave would leave without the plan's change too, and no later.
    public boolean leaves(EvictionPlan plan, LeavingPod pod) {
        Leaver without = leaves.get(pod.uid());
        return without != null
                && pod.leavesAfter()
                        .filter(after -> !plan.spec()
                                .moment()
                                .plus(after)
                                .isBefore(without.at().minus(SLACK)))
                        .isPresent();
    }

    /// The pods that would leave and that a plan keeps where they are, the earliest first.
    public List<Leaver> spared(EvictionPlan plan) {
        Map<String, Leaver> spared = new HashMap<>(leaves);
        plan.status().pods().stream()
                .filter(pod -> pod.leavesAfter().isPresent())
                .forEach(pod -> spared.remove(pod.uid()));
        return spared.values().stream()
                .sorted(Comparator.comparing(Leaver::at)
                        .thenComparing(Leaver::namespace)
                        .thenComparing(Leaver::name))
                .toList();
    }

    public boolean breaks(BudgetOutcome budget) {
        return broken.contains(name(budget));
    }

    /// Two dumps with the same are of a cluster in the same state; the nodes' signs of life do not count.
    static long fingerprint(ClusterDump dump) {
        long print = 1;
        for (ClusterDump.Item item : dump.items()) {
            if (!item.key().resource().equals(ResourceTypes.LEASES.resource())) {
                print = (print * FACTOR + item.key().hashCode()) * FACTOR
                        + item.object().revision();
            }
        }
        return print;
    }
}
