package dev.tenure.scheduler.plugin.podtopologyspread;

import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.Taint;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.core.TopologySpreadConstraint;
import dev.tenure.model.meta.LabelRequirement;
import dev.tenure.model.meta.LabelSelector;
import dev.tenure.rules.taint.TolerationRule;
import dev.tenure.scheduler.view.NodeState;
import dev.tenure.scheduler.view.PodInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A spread constraint made ready for counting.
///
/// @param selector absent matches no pod
record Spread(
        String topologyKey,
        int maxSkew,
        int minDomains,
        Optional<LabelSelector> selector,
        boolean honorNodeAffinity,
        boolean honorNodeTaints) {

    /// The hard or the soft constraints of a pod.
    static List<Spread> of(Pod pod, List<TopologySpreadConstraint> constraints, boolean hard) {
        var found = new ArrayList<Spread>();
        for (TopologySpreadConstraint constraint : constraints) {
            if (constraint.hard() == hard) {
                found.add(of(constraint, selector(constraint, pod.meta().labels())));
            }
        }
        return found;
    }

    static Spread of(TopologySpreadConstraint constraint, Optional<LabelSelector> selector) {
        return new Spread(
                constraint.topologyKey(),
                constraint.maxSkew(),
                constraint.minDomains().orElse(1),
                selector,
                constraint.honorNodeAffinity(),
                constraint.honorNodeTaints());
    }

    private static Optional<LabelSelector> selector(TopologySpreadConstraint constraint, Map<String, String> labels) {
        var more = new ArrayList<LabelRequirement>();
        for (String key : constraint.matchLabelKeys()) {
            String value = labels.get(key);
            if (value != null) {
                more.add(LabelRequirement.equal(key, value));
            }
        }
        return constraint.labelSelector().map(selector -> selector.and(more));
    }

    /// Whether both select the same pods of a namespace.
    boolean hasSelectorOf(Spread other) {
        return selector.equals(other.selector);
    }

    /// Whether the selector has no requirements; such a one is counted as selecting nobody.
    boolean selectsAll() {
        return selector.isPresent() && selector.get().matchesEverything();
    }

    boolean selects(Map<String, String> labels) {
        return selector.isPresent() && selector.get().matches(labels);
    }

    /// How many pods of the namespace on a node count. A selector without requirements counts none.
    int count(NodeState node, String namespace) {
        if (selector.isEmpty() || selector.get().matchesEverything()) {
            return 0;
        }
        int count = 0;
        for (PodInfo pod : node.pods()) {
            var meta = pod.pod().meta();
            if (!meta.deleting()
                    && meta.namespace().equals(namespace)
                    && selector.get().matches(meta.labels())) {
                count++;
            }
        }
        return count;
    }

    /// Whether a node's pods and domain count for this pod.
    boolean includes(PodInfo pod, Node node, boolean comparisonOperators) {
        if (honorNodeAffinity && !pod.shape().wants(node)) {
            return false;
        }
        return !honorNodeTaints || tolerates(pod.pod(), node, comparisonOperators);
    }

    private static boolean tolerates(Pod pod, Node node, boolean comparisonOperators) {
        for (Taint taint : node.spec().taints()) {
            if (taint.effect() != TaintEffect.PREFER_NO_SCHEDULE
                    && !TolerationRule.anyTolerates(pod.spec().tolerations(), taint, comparisonOperators)) {
                return false;
            }
        }
        return true;
    }

    /// Whether a node has a value for each of the topology keys.
    static boolean allKeysOn(Map<String, String> nodeLabels, List<Spread> constraints) {
        for (Spread constraint : constraints) {
            if (!nodeLabels.containsKey(constraint.topologyKey)) {
                return false;
            }
        }
        return true;
    }
}
