package dev.tenure.plan.lint;

import dev.tenure.model.core.Node;
import dev.tenure.model.core.NodeSelectorTerm;
import dev.tenure.model.core.PodSpec;
import dev.tenure.model.core.Taint;
import dev.tenure.model.core.WellKnownTaints;
import dev.tenure.rules.selector.NodeAffinityRule;
import dev.tenure.rules.selector.NodeTerms;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Which sets of taints the nodes bear that a pod requires. Every wish is looked up once among all nodes, for
/// most workloads of a cluster share a few. Confined to one thread.
final class NodeReach {
    private record Wish(Map<String, String> selector, Optional<List<NodeSelectorTerm>> terms) {}

    private final List<Node> nodes;
    private final Map<Wish, Set<List<Taint>>> known = new HashMap<>();

    NodeReach(List<Node> nodes) {
        this.nodes = List.copyOf(nodes);
    }

    boolean anyNodes() {
        return !nodes.isEmpty();
    }

    /// Empty when no node is as required.
    Set<List<Taint>> of(PodSpec spec) {
        return known.computeIfAbsent(
                new Wish(spec.nodeSelector(), spec.affinity().requiredNodes()), this::look);
    }

    private Set<List<Taint>> look(Wish wish) {
        Optional<NodeTerms> terms = wish.terms().map(NodeTerms::of);
        var found = new HashSet<List<Taint>>();
        for (Node node : nodes) {
            if (NodeAffinityRule.hasLabels(wish.selector(), node)
                    && terms.map(each -> each.matches(node)).orElse(true)) {
                found.add(lasting(node));
            }
        }
        return found;
    }

    /// Taints that users set; the cluster's own come and go.
    static List<Taint> lasting(Node node) {
        return node.spec().taints().stream()
                .filter(taint -> !WellKnownTaints.ofTheCluster(taint.key()))
                .map(Taint::withoutTime)
                .toList();
    }
}
