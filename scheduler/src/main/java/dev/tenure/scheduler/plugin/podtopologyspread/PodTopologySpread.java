package dev.tenure.scheduler.plugin.podtopologyspread;

import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.TopologySpreadConstraint;
import dev.tenure.model.core.WellKnownLabels;
import dev.tenure.model.meta.LabelSelector;
import dev.tenure.scheduler.framework.ClusterEvent;
import dev.tenure.scheduler.framework.CountingScorePlugin;
import dev.tenure.scheduler.framework.Cycle;
import dev.tenure.scheduler.framework.EventKind;
import dev.tenure.scheduler.framework.FilterPlugin;
import dev.tenure.scheduler.framework.Interest;
import dev.tenure.scheduler.framework.PreFilterPlugin;
import dev.tenure.scheduler.framework.PreScorePlugin;
import dev.tenure.scheduler.framework.RunningScore;
import dev.tenure.scheduler.framework.Verdict;
import dev.tenure.scheduler.view.ClusterView;
import dev.tenure.scheduler.view.NodeState;
import dev.tenure.scheduler.view.PodInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/// Pods of a kind are spread over the domains of a topology key: hard constraints filter, soft ones score.
/// A pod without constraints that belongs to a service or a workload gets the default ones.
public final class PodTopologySpread implements PreFilterPlugin, FilterPlugin, PreScorePlugin, CountingScorePlugin {
    public static final String NAME = "PodTopologySpread";

    private static final String REASON = "node(s) didn't match pod topology spread constraints";
    private static final Verdict SKEWED = Verdict.Rejected.resolvable(NAME, REASON);
    private static final Verdict NO_KEY = Verdict.Rejected.unresolvable(NAME, REASON + " (missing required label)");

    /// The constraints of pods that have none.
    ///
    /// @param system whether they are the built-in ones, under which a node may lack a key
    public record Defaults(List<TopologySpreadConstraint> constraints, boolean system) {
        public static final Defaults SYSTEM =
                new Defaults(List.of(soft(WellKnownLabels.HOSTNAME, 3), soft(WellKnownLabels.ZONE, 5)), true);
        public static final Defaults NONE = new Defaults(List.of(), false);

        public Defaults {
            constraints = List.copyOf(constraints);
        }

        private static TopologySpreadConstraint soft(String key, int maxSkew) {
            return new TopologySpreadConstraint(
                    maxSkew, key, false, Optional.empty(), OptionalInt.empty(), true, false, List.of());
        }
    }

    private final Defaults defaults;
    private final boolean comparisonOperators;

    /// @param comparisonOperators whether tolerations know the operators `Lt` and `Gt`
    public PodTopologySpread(Defaults defaults, boolean comparisonOperators) {
        this.defaults = defaults;
        this.comparisonOperators = comparisonOperators;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean concerns(PodInfo pod, ClusterView cluster) {
        return !constraints(pod, cluster, true).isEmpty()
                || !constraints(pod, cluster, false).isEmpty();
    }

    /// The constraints that hold for a pod.
    private List<Spread> constraints(PodInfo info, ClusterView cluster, boolean hard) {
        Pod pod = info.pod();
        if (!pod.spec().topologySpreadConstraints().isEmpty()) {
            return Spread.of(pod, pod.spec().topologySpreadConstraints(), hard);
        }
        var own = new ArrayList<TopologySpreadConstraint>();
        for (TopologySpreadConstraint constraint : defaults.constraints()) {
            if (constraint.hard() == hard) {
                own.add(constraint);
            }
        }
        if (own.isEmpty()) {
            return List.of();
        }
        LabelSelector selector = cluster.defaultSelectorOf(info);
        return selector.matchesEverything()
                ? List.of()
                : own.stream().map(one -> Spread.of(one, Optional.of(selector))).toList();
    }

    @Override
    public Optional<RunningScore> running(PodInfo pod, ClusterView cluster) {
        if (!constraints(pod, cluster, true).isEmpty()) {
            return Optional.empty();
        }
        return RunningSpread.of(pod, constraints(pod, cluster, false), allKeys(pod), comparisonOperators);
    }

    /// Whether a node that lacks a key is left out of scoring.
    private boolean allKeys(PodInfo pod) {
        return !pod.pod().spec().topologySpreadConstraints().isEmpty() || !defaults.system();
    }

    @Override
    public PreFilterResult preFilter(Cycle cycle) {
        List<Spread> constraints = constraints(cycle.pod(), cycle.cluster(), true);
        if (constraints.isEmpty()) {
            return PreFilterResult.SKIP;
        }
        var counts = new DomainCounts(constraints);
        for (NodeState node : cycle.cluster().nodes()) {
            if (Spread.allKeysOn(node.node().meta().labels(), constraints)) {
                count(cycle, counts, node);
            }
        }
        counts.counted();
        cycle.put(NAME, counts);
        return PreFilterResult.PASS;
    }

    private void count(Cycle cycle, DomainCounts counts, NodeState node) {
        PodInfo pod = cycle.pod();
        List<Spread> constraints = counts.constraints();
        for (int i = 0; i < constraints.size(); i++) {
            Spread constraint = constraints.get(i);
            if (constraint.includes(pod, node.node(), comparisonOperators)) {
                counts.count(i, domain(node, constraint), constraint.count(node, pod.namespace()));
            }
        }
    }

    private static String domain(NodeState node, Spread constraint) {
        String value = node.label(constraint.topologyKey());
        return value == null ? "" : value;
    }

    @Override
    public void podAdded(Cycle cycle, PodInfo pod, NodeState node) {
        change(cycle, pod, node, 1);
    }

    @Override
    public void podRemoved(Cycle cycle, PodInfo pod, NodeState node) {
        change(cycle, pod, node, -1);
    }

    private void change(Cycle cycle, PodInfo changed, NodeState node, int by) {
        DomainCounts counts = cycle.require(NAME, DomainCounts.class);
        List<Spread> constraints = counts.constraints();
        if (!changed.namespace().equals(cycle.pod().namespace())
                || !Spread.allKeysOn(node.node().meta().labels(), constraints)) {
            return;
        }
        for (int i = 0; i < constraints.size(); i++) {
            Spread constraint = constraints.get(i);
            if (constraint.selects(changed.pod().meta().labels())
                    && constraint.includes(cycle.pod(), node.node(), comparisonOperators)) {
                counts.change(i, domain(node, constraint), by);
            }
        }
    }

    @Override
    public Verdict filter(Cycle cycle, NodeState node) {
        DomainCounts counts = cycle.require(NAME, DomainCounts.class);
        List<Spread> constraints = counts.constraints();
        for (int i = 0; i < constraints.size(); i++) {
            Spread constraint = constraints.get(i);
            String domain = node.label(constraint.topologyKey());
            if (domain == null) {
                return NO_KEY;
            }
            int self = constraint.selects(cycle.pod().pod().meta().labels()) ? 1 : 0;
            if ((long) counts.in(i, domain) + self - counts.lowest(i) > constraint.maxSkew()) {
                return SKEWED;
            }
        }
        return Verdict.Pass.PASS;
    }

    @Override
    public Verdict preScore(Cycle cycle, List<NodeState> feasible) {
        List<Spread> constraints = constraints(cycle.pod(), cycle.cluster(), false);
        if (constraints.isEmpty()) {
            return Verdict.Skip.SKIP;
        }
        var state = new SpreadScore(constraints, feasible, allKeys(cycle.pod()));
        for (NodeState node : cycle.cluster().nodes()) {
            state.count(cycle.pod(), node, comparisonOperators);
        }
        cycle.put(SpreadScore.KEY, state);
        return Verdict.Pass.PASS;
    }

    @Override
    public long score(Cycle cycle, NodeState node) {
        return cycle.require(SpreadScore.KEY, SpreadScore.class).score(cycle.pod(), node);
    }

    @Override
    public void normalize(Cycle cycle, List<NodeState> nodes, long[] scores) {
        cycle.require(SpreadScore.KEY, SpreadScore.class).normalize(nodes, scores);
    }

    @Override
    public boolean normalizes() {
        return true;
    }

    @Override
    public List<Interest> interests() {
        return List.of(
                Interest.in(
                        this::podHelps,
                        EventKind.ASSIGNED_POD_ADDED,
                        EventKind.ASSIGNED_POD_LABELS_CHANGED,
                        EventKind.ASSIGNED_POD_DELETED,
                        EventKind.WAITING_POD_LABELS_CHANGED,
                        EventKind.WAITING_POD_TOLERATIONS_CHANGED),
                Interest.in(
                        this::nodeHelps,
                        EventKind.NODE_ADDED,
                        EventKind.NODE_DELETED,
                        EventKind.NODE_LABELS_CHANGED,
                        EventKind.NODE_TAINTS_CHANGED));
    }

    /// The constraints as far as they can be told without the cluster: default ones are soft and refuse
    /// nobody.
    private List<Spread> hardConstraints(PodInfo waiting) {
        return Spread.of(waiting.pod(), waiting.pod().spec().topologySpreadConstraints(), true);
    }

    private boolean podHelps(PodInfo waiting, ClusterEvent event) {
        if (!(event instanceof ClusterEvent.OfPod change)) {
            return true;
        }
        PodInfo pod = change.subject();
        boolean own = pod.uid().equals(waiting.uid());
        if (!own && (!pod.heldNode() || !pod.namespace().equals(waiting.namespace()))) {
            return false;
        }
        List<Spread> constraints = hardConstraints(waiting);
        if (change.before().isEmpty() || change.after().isEmpty()) {
            return constraints.stream()
                    .anyMatch(one -> one.selects(pod.pod().meta().labels()));
        }
        Pod before = change.before().get().pod();
        Pod after = change.after().get().pod();
        if (own
                && !before.spec().tolerations().equals(after.spec().tolerations())
                && constraints.stream().anyMatch(Spread::honorNodeTaints)) {
            return true;
        }
        return constraints.stream()
                .anyMatch(one -> one.selects(before.meta().labels())
                        != one.selects(after.meta().labels()));
    }

    private boolean nodeHelps(PodInfo waiting, ClusterEvent event) {
        if (!(event instanceof ClusterEvent.OfNode change)) {
            return true;
        }
        List<Spread> constraints = hardConstraints(waiting);
        boolean before = change.before().isPresent() && counts(change.before().get(), constraints);
        boolean after = change.after().isPresent() && counts(change.after().get(), constraints);
        if (change.before().isEmpty() || change.after().isEmpty() || before != after) {
            return before || after;
        }
        Node old = change.before().get();
        Node now = change.after().get();
        return after
                && (!old.spec().taints().equals(now.spec().taints())
                        || constraints.stream()
                                .anyMatch(one -> !Objects.equals(
                                        old.meta().labels().get(one.topologyKey()),
                                        now.meta().labels().get(one.topologyKey()))));
    }

    private static boolean counts(Node node, List<Spread> constraints) {
        return Spread.allKeysOn(node.meta().labels(), constraints);
    }
}
