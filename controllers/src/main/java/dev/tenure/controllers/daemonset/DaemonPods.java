package dev.tenure.controllers.daemonset;

import dev.tenure.model.apps.DaemonSet;
import dev.tenure.model.core.NodeSelectorRequirement;
import dev.tenure.model.core.NodeSelectorTerm;
import dev.tenure.model.core.Pod;
import dev.tenure.rules.pod.PodRule;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The pods of one daemon set, by the node that each is for, the one that counts first; a pod may be for a
/// node that it is not bound to yet, and one of which the node is not known is left out: nobody has to do
/// with it. Upstream: daemon_controller.go (getNodesToDaemonPods), daemonset_util.go.
///
/// @param byNode nodes that no pod is for are missing
record DaemonPods(Map<String, List<Pod>> byNode) {
    /// The label that tells which revision of the template a pod was made from.
    static final String HASH_LABEL = "controller-revision-hash";

    /// The same for clusters of long ago.
    static final String TEMPLATE_LABEL = "pod-template-generation";

    static final String TEMPLATE_ANNOTATION = "deprecated.daemonset.template.generation";

    private static final String NAME_FIELD = "metadata.name";
    private static final Comparator<Pod> ORDER = Comparator.comparing(
                    (Pod pod) -> pod.spec().bound(), Comparator.reverseOrder())
            .thenComparing(pod -> pod.meta().creationTimestamp())
            .thenComparing(pod -> pod.meta().name());

    static DaemonPods of(List<Pod> pods) {
        Map<String, List<Pod>> byNode = new TreeMap<>();
        pods.stream()
                .filter(pod -> !(PodRule.terminal(pod) && pod.meta().deleting()))
                .filter(pod -> !nodeOf(pod).isEmpty())
                .sorted(ORDER)
                .forEach(pod -> byNode.computeIfAbsent(nodeOf(pod), _ -> new ArrayList<>())
                        .add(pod));
        return new DaemonPods(byNode);
    }

    /// The node that a pod is bound to or was made for; empty when it is not known.
    static String nodeOf(Pod pod) {
        if (pod.spec().bound()) {
            return pod.spec().nodeName();
        }
        for (NodeSelectorTerm term : pod.spec().affinity().requiredNodes().orElse(List.of())) {
            for (NodeSelectorRequirement field : term.matchFields()) {
                if (field.key().equals(NAME_FIELD)
                        && field.operator() == NodeSelectorRequirement.Operator.IN
                        && field.values().size() == 1) {
                    return field.values().getFirst();
                }
            }
        }
        return "";
    }

    List<Pod> on(String node) {
        return byNode.getOrDefault(node, List.of());
    }

    /// Whether a pod was made from the template that the set has now.
    static boolean updated(Pod pod, DaemonSet set, String hash) {
        if (!hash.isEmpty() && hash.equals(pod.meta().labels().get(HASH_LABEL))) {
            return true;
        }
        String template = set.meta().annotations().get(TEMPLATE_ANNOTATION);
        return template != null && template.equals(pod.meta().labels().get(TEMPLATE_LABEL));
    }
}
