package dev.tenure.bench.perf;

import dev.tenure.bench.perf.PodDraft.Side;
import dev.tenure.bench.perf.PodDraft.Where;
import dev.tenure.model.core.WellKnownLabels;
import java.util.List;

/// Nodes and pods that mean the same as upstream's templates of event handling: pods that one plugin keeps
/// from being bound, and what lets them go.
final class EventTemplates {
    private static final String ALLOW = "allow";
    private static final String ALLOW_RESOURCES = "allow-noderesources";
    private static final String TOLERATION = "toleration";
    private static final String MANY = "3000";
    private static final String VERY_MANY = "90000";
    private static final int PODS_A_NODE = 10;

    static final Template ROOMY_NODE = Template.node("node-roomy", EventTemplates::wide);

    /// What [#NODE_ADD_UNSCHEDULABLE] lacks is only that it may be used.
    static final Template NODE_ADD_LABELLED = Template.node("node-labelled", EventTemplates::labelled);
    static final Template NODE_ADD_UNSCHEDULABLE =
            Template.node("node-labelled-unschedulable", node -> labelled(node).cordoned());
    static final Template NODE_ADD_SMALL = Template.node(
            "node-low-capacity", node -> node.room("100m", "100Mi", MANY).taint(ALLOW));
    static final Template NODE_ADD_LARGE = Template.node(
            "node-high-capacity", node -> node.room("200", "200Gi", MANY).taint(ALLOW));
    static final Template NODE_ADD_TAINTED =
            Template.node("node-tainted", node -> wide(node, MANY).taint(TOLERATION));

    static final Template NODE_UPDATE_CORDONED =
            Template.node("node-cordoned", node -> wide(node, MANY).taint(ALLOW).cordoned());
    static final Template NODE_UPDATE_PLAIN =
            Template.node("node-plain", node -> wide(node, MANY).taint(ALLOW));
    static final Template NODE_UPDATE_SMALL =
            Template.node("node-small", node -> node.room("100u", "1Mi", MANY).taint(ALLOW_RESOURCES));
    static final Template NODE_UPDATE_GROWN =
            Template.node("node-grown", node -> wide(node, MANY).taint(ALLOW_RESOURCES));
    static final Template NODE_UPDATE_UNTAINTED =
            Template.node("node-untainted", node -> wide(node, MANY).taint(ALLOW));
    static final Template NODE_UPDATE_TAINTED =
            Template.node("node-tainted", node -> wide(node, MANY).taint(TOLERATION + "-" + node.index()));

    static final Template POD_UPDATE_CORDONED =
            Template.node("node-cordoned", node -> wide(node, VERY_MANY).cordoned());
    static final Template POD_UPDATE_TAINTED =
            Template.node("node-tainted", node -> wide(node, VERY_MANY).taint(TOLERATION));

    static final Template TOLERANT = Template.pod("pod-tolerant", pod -> pod.tolerates(ALLOW));
    static final Template TOLERANT_OF_ONE = Template.pod("pod-tolerant-of-one", pod -> pod.tolerates(TOLERATION));
    static final Template TOLERANT_OF_ITS_NODE = Template.pod(
            "pod-tolerant-of-its-node", pod -> pod.tolerates(TOLERATION + "-" + pod.index() / PODS_A_NODE));
    static final Template NODE_ADD_HUNGRY =
            Template.pod("pod-hungry", pod -> pod.tolerates(ALLOW).requests("200m", "200Mi"));
    static final Template NODE_UPDATE_HUNGRY =
            Template.pod("pod-hungry", pod -> pod.tolerates(ALLOW_RESOURCES).requests("350m", "3Gi"));
    static final Template SOCIABLE = Template.pod(
            "pod-sociable",
            pod -> pod.tolerates(ALLOW)
                    .label("color", "green")
                    .must(Side.NEAR, WellKnownLabels.ZONE, "color", "green", new Where.Here()));
    static final Template PARTICULAR = Template.pod(
            "pod-particular", pod -> pod.tolerates(ALLOW).nodes("matchExpressions", "affinity", List.of("allow")));
    static final Template NODE_ADD_SPREAD = Template.pod(
            "pod-spread",
            pod -> pod.tolerates(ALLOW)
                    .label("color", "blue")
                    .spread(1_000, "topology", "DoNotSchedule", "color", "blue")
                    .put("minDomains", 10_000));
    static final Template NODE_UPDATE_SPREAD = Template.pod(
            "pod-spread",
            pod -> pod.tolerates(ALLOW)
                    .label("color", "blue")
                    .spread(1, "topology", "DoNotSchedule", "color", "blue")
                    .put("minDomains", 1));

    private EventTemplates() {}

    private static NodeDraft wide(NodeDraft node) {
        return wide(node, MANY);
    }

    private static NodeDraft wide(NodeDraft node, String pods) {
        return node.room("4", "32Gi", pods);
    }

    private static NodeDraft labelled(NodeDraft node) {
        return wide(node)
                .taint(ALLOW)
                .label(WellKnownLabels.ZONE, "zone1")
                .label("affinity", "allow")
                .label("topology", "allow");
    }
}
