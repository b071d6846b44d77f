package dev.tenure.console.shown;

import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Node;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What is the matter with a node, and in which one word it is shown: the worst of that. Pure.
public final class NodeStateRule {
    /// Taints with this prefix tell what other fields of the node tell as well.
    private static final String OWN_TAINTS = "node.kubernetes.io/";

    public static final List<String> PRESSURES = List.of(Node.MEMORY_PRESSURE, Node.DISK_PRESSURE, Node.PID_PRESSURE);

    private NodeStateRule() {}

    /// From the worst to the best.
    public enum NodeState {
        SILENT("silent"),
        NOT_READY("not-ready"),
        PRESSURE("pressure"),
        CORDONED("cordoned"),
        TAINTED("tainted"),
        READY("ready");

        private final String word;

        NodeState(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }
    }

    /// All that a node is at the same time, the worst first: ready, not ready or silent, and what else is the
    /// matter.
    public static Set<NodeState> all(Node node) {
        Set<NodeState> states = EnumSet.of(readiness(node.condition(Node.READY)));
        if (!pressures(node).isEmpty()) {
            states.add(NodeState.PRESSURE);
        }
        if (node.spec().unschedulable()) {
            states.add(NodeState.CORDONED);
        }
        if (node.spec().taints().stream().anyMatch(taint -> !taint.key().startsWith(OWN_TAINTS))) {
            states.add(NodeState.TAINTED);
        }
        return states;
    }

    private static NodeState readiness(Optional<Condition> ready) {
        if (ready.isPresent() && ready.get().status() == Condition.Truth.UNKNOWN) {
            return NodeState.SILENT;
        }
        return ready.filter(Condition::isTrue).isPresent() ? NodeState.READY : NodeState.NOT_READY;
    }

    /// The worst of it.
    public static NodeState decide(Node node) {
        return Collections.min(all(node));
    }

    /// The pressures that a node tells of.
    public static List<String> pressures(Node node) {
        return PRESSURES.stream().filter(type -> node.isTrue(type)).toList();
    }
}
