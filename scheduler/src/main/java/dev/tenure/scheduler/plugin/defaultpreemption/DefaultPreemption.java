package dev.tenure.scheduler.plugin.defaultpreemption;

import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.PreemptionPolicy;
import dev.tenure.scheduler.framework.Cycle;
import dev.tenure.scheduler.framework.Diagnosis;
import dev.tenure.scheduler.framework.PostFilterPlugin;
import dev.tenure.scheduler.framework.Verdict;
import dev.tenure.scheduler.view.NodeState;
import dev.tenure.scheduler.view.PodInfo;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// Makes room for a pod by removing less important ones from the node where that costs least. Budgets are
/// respected where possible, not everywhere.
public final class DefaultPreemption implements PostFilterPlugin {
    public static final String NAME = "DefaultPreemption";

    private static final String PREFIX = "preemption: ";
    private static final String BY_SCHEDULER = "PreemptionByScheduler";
    private static final Verdict.Rejected NOT_HELPFUL =
            Verdict.Rejected.unresolvable("", "Preemption is not helpful for scheduling");
    private static final int PERCENT = 100;

    /// How many nodes are tried before one is chosen.
    ///
    /// @param percentage of the nodes that preemption may help on
    /// @param absolute at least this many
    public record Sample(int percentage, int absolute) {
        public static final Sample DEFAULT = new Sample(10, 100);

        int of(int nodes) {
            return Math.min(nodes, Math.max(absolute, nodes * percentage / PERCENT));
        }
    }

    /// What the dry runs have found.
    ///
    /// @param rejected nodes on which it would be in vain, and why
    /// @param error what broke a dry run, if one broke
    public record Search(
            List<PreemptionCandidate> candidates, Map<String, Verdict.Rejected> rejected, Optional<String> error) {
        /// The candidates among which nothing but chance decides.
        public List<PreemptionCandidate> cheapest() {
            return candidates.isEmpty() ? List.of() : ImportanceRule.cheapest(candidates);
        }
    }

    private final Sample sample;
    private final RandomGenerator random;

    public DefaultPreemption(Sample sample, RandomGenerator random) {
        this.sample = sample;
        this.random = random;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Remedy postFilter(Cycle cycle, Diagnosis diagnosis) {
        Optional<String> ineligible = ineligible(cycle, diagnosis);
        if (ineligible.isPresent()) {
            return new Remedy.None(List.of(PREFIX + ineligible.get()), false);
        }
        Search search = search(cycle, diagnosis);
        List<PreemptionCandidate> cheapest = search.cheapest();
        if (!cheapest.isEmpty()) {
            PreemptionCandidate chosen = cheapest.get(cheapest.size() == 1 ? 0 : random.nextInt(cheapest.size()));
            return new Remedy.Nominated(chosen.node(), chosen.victims());
        }
        if (search.error().isPresent()) {
            return new Remedy.Broken(PREFIX + search.error().get());
        }
        var why = new Diagnosis(cycle.cluster().nodes().size());
        search.rejected().forEach(why::refuse);
        why.refuseOthers(NOT_HELPFUL);
        return new Remedy.None(List.of(PREFIX + why.message()), true);
    }

    /// Why the pod must not have others removed, if it must not.
    public Optional<String> ineligible(Cycle cycle, Diagnosis diagnosis) {
        Pod pod = cycle.pod().pod();
        if (pod.spec().preemptionPolicy() == PreemptionPolicy.NEVER) {
            return Optional.of("not eligible due to preemptionPolicy=Never.");
        }
        String nominated = pod.status().nominatedNodeName();
        if (nominated.isEmpty() || !diagnosis.of(nominated).resolvable()) {
            return Optional.empty();
        }
        boolean leaving = cycle.cluster().node(nominated).stream()
                .flatMap(node -> node.pods().stream())
                .anyMatch(other -> other.priority() < cycle.pod().priority() && preempted(other));
        return leaving ? Optional.of("not eligible due to a terminating pod on the nominated node.") : Optional.empty();
    }

    private static boolean preempted(PodInfo pod) {
        Optional<Condition> target = pod.pod().status().condition(Pod.DISRUPTION_TARGET);
        return pod.pod().meta().deleting()
                && target.isPresent()
                && target.get().isTrue()
                && target.get().reason().equals(BY_SCHEDULER);
    }

    /// Tries the nodes on which removing pods may help, from a random one on, until enough candidates are
    /// found.
    public Search search(Cycle cycle, Diagnosis diagnosis) {
        List<NodeState> nodes = diagnosis.resolvable(cycle.cluster().nodes());
        var candidates = new ArrayList<PreemptionCandidate>();
        var rejected = new LinkedHashMap<String, Verdict.Rejected>();
        @Nullable String error = null;
        int enough = sample.of(nodes.size());
        int offset = nodes.isEmpty() ? 0 : random.nextInt(nodes.size());
        boolean anyWithoutViolation = false;
        for (int i = 0; i < nodes.size() && !(anyWithoutViolation && candidates.size() >= enough); i++) {
            NodeState node = nodes.get((offset + i) % nodes.size());
            switch (VictimSearch.on(cycle, node)) {
                case VictimSearch.Outcome.Helps(var candidate) -> {
                    candidates.add(candidate);
                    anyWithoutViolation |= candidate.budgetViolations() == 0;
                }
                case VictimSearch.Outcome.InVain(var why) -> rejected.put(node.name(), why);
                case VictimSearch.Outcome.Broken(var message) -> error = message;
            }
        }
        return new Search(candidates, rejected, Optional.ofNullable(error));
    }
}
