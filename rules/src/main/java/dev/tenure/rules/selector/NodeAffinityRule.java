package dev.tenure.rules.selector;

import dev.tenure.model.core.Node;
import dev.tenure.model.core.PodSpec;
import java.util.Map;

/// Whether a node is one that a pod requires: its node selector and its required node affinity.
public final class NodeAffinityRule {
    private NodeAffinityRule() {}

    /// For a single question. Who asks often makes [NodeTerms] once and asks [#matches].
    public static boolean matches(PodSpec spec, Node node) {
        return hasLabels(spec.nodeSelector(), node)
                && spec.affinity()
                        .requiredNodes()
                        .map(terms -> NodeTerms.of(terms).matches(node))
                        .orElse(true);
    }

    /// Whether a node has all the labels of a node selector.
    public static boolean hasLabels(Map<String, String> nodeSelector, Node node) {
        for (Map.Entry<String, String> wanted : nodeSelector.entrySet()) {
            if (!wanted.getValue().equals(node.meta().labels().get(wanted.getKey()))) {
                return false;
            }
        }
        return true;
    }
}
