package dev.tenure.scheduler.plugin.nodeaffinity;

import dev.tenure.model.core.Affinity;
import dev.tenure.model.core.Affinity.PreferredNodes;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.NodeSelectorRequirement;
import dev.tenure.model.core.NodeSelectorRequirement.Operator;
import dev.tenure.model.core.NodeSelectorTerm;
import dev.tenure.rules.selector.NodeTermRule;
import dev.tenure.rules.selector.NodeTerms;
import dev.tenure.scheduler.framework.ClusterEvent;
import dev.tenure.scheduler.framework.Cycle;
import dev.tenure.scheduler.framework.EventKind;
import dev.tenure.scheduler.framework.FilterPlugin;
import dev.tenure.scheduler.framework.Interest;
import dev.tenure.scheduler.framework.PreFilterPlugin;
import dev.tenure.scheduler.framework.PreScorePlugin;
import dev.tenure.scheduler.framework.Reach;
import dev.tenure.scheduler.framework.ScorePlugin;
import dev.tenure.scheduler.framework.Verdict;
import dev.tenure.scheduler.view.ClusterView;
import dev.tenure.scheduler.view.NodeState;
import dev.tenure.scheduler.view.PodInfo;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A pod's node selector and required node affinity must match the node; preferred terms add their
/// weights. The configuration may add an affinity to every pod.
public final class NodeAffinity implements PreFilterPlugin, FilterPlugin, PreScorePlugin, ScorePlugin {
    public static final String NAME = "NodeAffinity";

    private static final String NAME_FIELD = "metadata.name";
    private static final Verdict NO_MATCH =
            Verdict.Rejected.unresolvable(NAME, "node(s) didn't match Pod's node affinity/selector");
    private static final Verdict NO_MATCH_OF_ADDED =
            Verdict.Rejected.unresolvable(NAME, "node(s) didn't match scheduler-enforced node affinity");
    private static final Verdict CONFLICT = Verdict.Rejected.unresolvable(NAME, "pod affinity terms conflict");

    private final Affinity added;
    private final Optional<NodeTerms> addedTerms;

    /// @param added what the configuration demands of the nodes of every pod; its terms on pods do not
    ///     count
    public NodeAffinity(Affinity added) {
        this.added = added;
        this.addedTerms = added.requiredNodes().map(NodeTerms::of);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean concerns(PodInfo pod, ClusterView cluster) {
        return !pod.pod().spec().nodeSelector().isEmpty()
                || pod.pod().spec().affinity().requiredNodes().isPresent()
                || !pod.pod().spec().affinity().preferredNodes().isEmpty()
                || added.requiredNodes().isPresent()
                || !added.preferredNodes().isEmpty();
    }

    @Override
    public PreFilterResult preFilter(Cycle cycle) {
        var spec = cycle.pod().pod().spec();
        Optional<List<NodeSelectorTerm>> required = spec.affinity().requiredNodes();
        if (required.isEmpty()
                && added.requiredNodes().isEmpty()
                && spec.nodeSelector().isEmpty()) {
            return PreFilterResult.SKIP;
        }
        if (required.isEmpty() || required.get().isEmpty()) {
            return PreFilterResult.PASS;
        }
        var names = new HashSet<String>();
        for (NodeSelectorTerm term : required.get()) {
            Set<String> named = named(term);
            if (named == null) {
                return PreFilterResult.PASS;
            }
            names.addAll(named);
        }
        return names.isEmpty() ? PreFilterResult.of(CONFLICT) : PreFilterResult.only(names);
    }

    /// The nodes that a term names; null when it names none and may thus match any.
    private static @Nullable Set<String> named(NodeSelectorTerm term) {
        @Nullable Set<String> names = null;
        for (NodeSelectorRequirement field : term.matchFields()) {
            if (!field.key().equals(NAME_FIELD) || field.operator() != Operator.IN) {
                continue;
            }
            if (names == null) {
                names = new HashSet<>(field.values());
            } else {
                names.retainAll(field.values());
            }
        }
        return names;
    }

    @Override
    public Verdict filter(Cycle cycle, NodeState node) {
        if (!addedMatches(node.node())) {
            return NO_MATCH_OF_ADDED;
        }
        return matches(cycle.pod(), node.node()) ? Verdict.Pass.PASS : NO_MATCH;
    }

    private boolean addedMatches(Node node) {
        return addedTerms.isEmpty() || addedTerms.get().matches(node);
    }

    private static boolean matches(PodInfo pod, Node node) {
        return pod.shape().wants(node);
    }

    @Override
    public Reach filterReach() {
        return reach();
    }

    @Override
    public Verdict preScore(Cycle cycle, List<NodeState> feasible) {
        List<PreferredNodes> preferred = cycle.pod().pod().spec().affinity().preferredNodes();
        List<String> faults = faults(preferred);
        if (!faults.isEmpty()) {
            return new Verdict.Failed(
                    NAME, faults.size() == 1 ? faults.getFirst() : "[" + String.join(", ", faults) + "]");
        }
        return preferred.isEmpty() && added.preferredNodes().isEmpty() ? Verdict.Skip.SKIP : Verdict.Pass.PASS;
    }

    /// The API server lets values pass that are no labels, for example a negative number to compare with;
    /// no node can then be scored.
    private static List<String> faults(List<PreferredNodes> preferred) {
        var faults = new LinkedHashSet<String>();
        for (int i = 0; i < preferred.size(); i++) {
            PreferredNodes term = preferred.get(i);
            if (term.weight() != 0) {
                faults.addAll(NodeTermRule.faults(term.preference(), "[" + i + "]"));
            }
        }
        return List.copyOf(faults);
    }

    @Override
    public long score(Cycle cycle, NodeState node) {
        return weight(added.preferredNodes(), node.node())
                + weight(cycle.pod().pod().spec().affinity().preferredNodes(), node.node());
    }

    private static long weight(List<PreferredNodes> terms, Node node) {
        long sum = 0;
        for (PreferredNodes term : terms) {
            if (!term.preference().isEmpty() && NodeTermRule.matches(term.preference(), node)) {
                sum += term.weight();
            }
        }
        return sum;
    }

    @Override
    public void normalize(Cycle cycle, List<NodeState> nodes, long[] scores) {
        ScorePlugin.scaleToMax(scores, false);
    }

    @Override
    public boolean normalizes() {
        return true;
    }

    @Override
    public Reach scoreReach() {
        return reach();
    }

    /// An affinity that the configuration adds may name any label.
    private Reach reach() {
        return addedTerms.isEmpty() && added.preferredNodes().isEmpty() ? Reach.NODE_TYPE : Reach.NODE_OBJECT;
    }

    @Override
    public List<Interest> interests() {
        return List.of(Interest.in(this::nowMatches, EventKind.NODE_ADDED, EventKind.NODE_LABELS_CHANGED));
    }

    private boolean nowMatches(PodInfo waiting, ClusterEvent event) {
        if (!(event instanceof ClusterEvent.OfNode change) || change.after().isEmpty()) {
            return true;
        }
        Node node = change.after().get();
        return addedMatches(node)
                && matches(waiting, node)
                && (change.before().isEmpty()
                        || !matches(waiting, change.before().get()));
    }
}
