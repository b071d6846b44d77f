package dev.tenure.scheduler.cycle;

import dev.tenure.scheduler.framework.Cycle;
import dev.tenure.scheduler.framework.Diagnosis;
import dev.tenure.scheduler.framework.PostFilterPlugin.Remedy;
import dev.tenure.scheduler.framework.Profile;
import dev.tenure.scheduler.framework.Scores;
import dev.tenure.scheduler.framework.Verdict;
import dev.tenure.scheduler.view.ClusterView;
import dev.tenure.scheduler.view.NodeState;
import dev.tenure.scheduler.view.PodInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;

/// Finds a node for a pod by asking every plugin about every node: the plain way, which the fast one must
/// agree with. Confined to the loop.
public final class Placer {
    private static final String NO_NODES = "no nodes available to schedule pods";

    private final SearchOrder order;
    private final RandomGenerator random;
    private int next;

    /// What the filters leave: the feasible nodes, or why the cycle ends here.
    private record Found(List<NodeState> feasible, Optional<String> error) {}

    /// @param random chooses among nodes of equal score
    public Placer(SearchOrder order, RandomGenerator random) {
        this.order = order;
        this.random = random;
    }

    /// One scheduling cycle, up to the choice; changes nothing in the cluster.
    public Placement place(PodInfo pod, ClusterView cluster, Profile profile) {
        var diagnosis = new Diagnosis(cluster.nodes().size());
        if (cluster.nodes().isEmpty()) {
            return new Placement.Refused(NO_NODES, Set.of(), diagnosis, Optional.empty(), List.of());
        }
        var cycle = new Cycle(pod, cluster, profile);
        Found found = feasible(cycle, diagnosis);
        if (found.error().isPresent()) {
            return new Placement.Broken(found.error().get(), found.feasible(), diagnosis);
        }
        return switch (found.feasible().size()) {
            case 0 -> refuse(cycle, diagnosis);
            case 1 ->
                new Placement.Placed(found.feasible().getFirst(), found.feasible(), Optional.empty(), diagnosis, cycle);
            default -> choose(cycle, found.feasible(), diagnosis);
        };
    }

    private Found feasible(Cycle cycle, Diagnosis diagnosis) {
        Profile.PreFiltered before = cycle.profile().preFilter(cycle);
        before.narrowedBy().forEach(diagnosis::blame);
        switch (before.verdict()) {
            case Verdict.Pass _ -> {
                // on to the nodes
            }
            case Verdict.Rejected rejected -> {
                diagnosis.refuseAll(rejected);
                return new Found(List.of(), Optional.empty());
            }
            case Verdict.Failed(var _, var message) -> {
                return new Found(List.of(), Optional.of(message));
            }
            case Verdict.Skip _ -> throw new IllegalStateException("pre-filters are skipped one by one");
        }
        Optional<NodeState> nominated = nominated(cycle);
        if (nominated.isPresent()) {
            Found found = filter(cycle, List.of(nominated.get()), diagnosis);
            if (!found.feasible().isEmpty()) {
                return found;
            }
        }
        List<NodeState> nodes = cycle.cluster().nodes();
        if (before.nodes().isPresent()) {
            nodes = before.nodes().get().stream()
                    .flatMap(name -> cycle.cluster().node(name).stream())
                    .toList();
            diagnosis.refuseOthers(Verdict.Rejected.unresolvable(
                    "", "node(s) didn't satisfy plugin(s) " + Profile.namesIn(before.narrowedBy())));
        }
        return filter(cycle, nodes, diagnosis);
    }

    private static Optional<NodeState> nominated(Cycle cycle) {
        String name = cycle.pod().pod().status().nominatedNodeName();
        return name.isEmpty() ? Optional.empty() : cycle.cluster().node(name);
    }

    private Found filter(Cycle cycle, List<NodeState> nodes, Diagnosis diagnosis) {
        int all = nodes.size();
        int enough = order == SearchOrder.FULL
                ? all
                : NodeSample.enough(all, cycle.profile().percentageOfNodesToScore());
        int start = order == SearchOrder.FULL || all == 0 ? 0 : next % all;
        var feasible = new ArrayList<NodeState>();
        int looked = 0;
        while (looked < all && feasible.size() < enough) {
            NodeState node = nodes.get((start + looked) % all);
            looked++;
            switch (cycle.profile().filterWithNominated(cycle, node)) {
                case Verdict.Pass _ -> feasible.add(node);
                case Verdict.Rejected rejected -> diagnosis.refuse(node.name(), rejected);
                case Verdict.Failed(var _, var message) -> {
                    return new Found(feasible, Optional.of(message));
                }
                case Verdict.Skip _ -> throw new IllegalStateException("a filter cannot be skipped when it is asked");
            }
        }
        next = (next + looked) % cycle.cluster().nodes().size();
        return new Found(feasible, Optional.empty());
    }

    private static Placement refuse(Cycle cycle, Diagnosis diagnosis) {
        Profile.PostFiltered found = cycle.profile().postFilter(cycle, diagnosis);
        switch (found.remedy()) {
            case Remedy.Nominated _ -> {
                // help is on its way: the message says nothing of it
            }
            case Remedy.None(var reasons, var _) -> diagnosis.setPostFilterMessage(String.join(", ", reasons));
            case Remedy.Relief(var reason, var _) -> diagnosis.setPostFilterMessage(reason);
            case Remedy.Broken(var message) -> diagnosis.setPostFilterMessage(message);
        }
        return new Placement.Refused(
                diagnosis.message(), diagnosis.plugins(), diagnosis, Optional.of(found.remedy()), found.relief());
    }

    private Placement choose(Cycle cycle, List<NodeState> feasible, Diagnosis diagnosis) {
        if (cycle.profile().preScore(cycle, feasible) instanceof Verdict.Failed(var _, var message)) {
            return new Placement.Broken(message, feasible, diagnosis);
        }
        Scores scores = cycle.profile().score(cycle, feasible);
        List<NodeState> best = scores.best();
        NodeState chosen = best.get(best.size() == 1 ? 0 : random.nextInt(best.size()));
        return new Placement.Placed(chosen, feasible, Optional.of(scores), diagnosis, cycle);
    }
}
