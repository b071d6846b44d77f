package dev.tenure.scheduler.plugin.podtopologyspread;

import dev.tenure.model.core.WellKnownLabels;
import dev.tenure.scheduler.framework.PluginState;
import dev.tenure.scheduler.framework.ScorePlugin;
import dev.tenure.scheduler.view.NodeState;
import dev.tenure.scheduler.view.PodInfo;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// For each soft constraint of a pod, how many pods count in each domain of the feasible nodes; the fuller
/// a node's domains, the lower its score.
///
/// A key with few domains must not be drowned by one with many, so each count is weighed with the
/// logarithm of the number of domains. Counts by host are taken from the node itself when it is scored.
final class SpreadScore implements PluginState {
    static final String KEY = PodTopologySpread.NAME + "/score";

    private final List<Spread> constraints;
    private final boolean allKeys;
    private final Set<String> ignored = new HashSet<>();
    private final List<Map<String, Integer>> counts = new ArrayList<>();
    private final double[] weights;

    /// @param allKeys whether a node that lacks one of the keys is left out
    SpreadScore(List<Spread> constraints, List<NodeState> feasible, boolean allKeys) {
        this.constraints = constraints;
        this.allKeys = allKeys;
        constraints.forEach(constraint -> counts.add(new HashMap<>()));
        for (NodeState node : feasible) {
            if (allKeys && !Spread.allKeysOn(node.node().meta().labels(), constraints)) {
                ignored.add(node.name());
            } else {
                addDomains(node);
            }
        }
        weights = new double[constraints.size()];
        for (int i = 0; i < weights.length; i++) {
            int domains =
                    byHost(i) ? feasible.size() - ignored.size() : counts.get(i).size();
            weights[i] = Math.log(domains + 2);
        }
    }

    private void addDomains(NodeState node) {
        for (int i = 0; i < constraints.size(); i++) {
            if (!byHost(i)) {
                counts.get(i).putIfAbsent(domain(node, i), 0);
            }
        }
    }

    private boolean byHost(int constraint) {
        return constraints.get(constraint).topologyKey().equals(WellKnownLabels.HOSTNAME);
    }

    private String domain(NodeState node, int constraint) {
        String value = node.label(constraints.get(constraint).topologyKey());
        return value == null ? "" : value;
    }

    /// Counts the pods of a node, feasible or not.
    void count(PodInfo pod, NodeState node, boolean comparisonOperators) {
        if (allKeys && !Spread.allKeysOn(node.node().meta().labels(), constraints)) {
            return;
        }
        for (int i = 0; i < constraints.size(); i++) {
            Spread constraint = constraints.get(i);
            String domain = domain(node, i);
            if (!byHost(i)
                    && counts.get(i).containsKey(domain)
                    && constraint.includes(pod, node.node(), comparisonOperators)) {
                counts.get(i).merge(domain, constraint.count(node, pod.namespace()), Integer::sum);
            }
        }
    }

    long score(PodInfo pod, NodeState node) {
        if (ignored.contains(node.name())) {
            return 0;
        }
        double score = 0;
        for (int i = 0; i < constraints.size(); i++) {
            Spread constraint = constraints.get(i);
            if (node.label(constraint.topologyKey()) == null) {
                continue;
            }
            int count = byHost(i)
                    ? constraint.count(node, pod.namespace())
                    : counts.get(i).getOrDefault(domain(node, i), 0);
            score += count * weights[i] + (constraint.maxSkew() - 1);
        }
        return Math.round(score);
    }

    void normalize(List<NodeState> nodes, long[] scores) {
        long lowest = Long.MAX_VALUE;
        long highest = 0;
        for (int i = 0; i < scores.length; i++) {
            if (!ignored.contains(nodes.get(i).name())) {
                lowest = Math.min(lowest, scores[i]);
                highest = Math.max(highest, scores[i]);
            }
        }
        for (int i = 0; i < scores.length; i++) {
            if (ignored.contains(nodes.get(i).name())) {
                scores[i] = 0;
            } else if (highest == 0) {
                scores[i] = ScorePlugin.SCORE_MAX;
            } else {
                scores[i] = ScorePlugin.SCORE_MAX * (highest + lowest - scores[i]) / highest;
            }
        }
    }
}
