package dev.tenure.controllers.daemonset;

import dev.tenure.model.core.Node;
import dev.tenure.model.core.PodSpec;
import dev.tenure.model.core.Taint;
import dev.tenure.model.core.Toleration;
import dev.tenure.rules.feature.FeatureGates;
import dev.tenure.rules.selector.NodeAffinityRule;
import dev.tenure.rules.taint.TolerationRule;
import java.util.List;

/// On which nodes the pods of a daemon set belong. Resources and cordons do not count, and `PreferNoSchedule`
/// keeps nobody off. Upstream: daemon_controller.go (NodeShouldRunDaemonPod).
final class NodeFitRule {
    private static final NodeFit ALIEN = new NodeFit(false, false);

    private NodeFitRule() {}

    /// @param tolerations those of [DaemonTolerations]
    static NodeFit of(PodSpec template, List<Toleration> tolerations, Node node, FeatureGates gates) {
        if (template.bound() && !template.nodeName().equals(node.name())) {
            return ALIEN;
        }
        if (!NodeAffinityRule.matches(template, node)) {
            return ALIEN;
        }
        List<Taint> taints = node.spec().taints();
        boolean compares = gates.comparisonOperators();
        if (TolerationRule.firstUntolerated(taints, tolerations, TolerationRule.KEEPS_OFF, compares)
                .isEmpty()) {
            return new NodeFit(true, true);
        }
        boolean stay = TolerationRule.firstUntolerated(taints, tolerations, TolerationRule.EVICTS, compares)
                .isEmpty();
        return new NodeFit(false, stay);
    }
}
