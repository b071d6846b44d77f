package dev.tenure.console.page;

import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Node;
import java.util.List;
import java.util.Optional;

/// In which one word a node is shown: the worst that is the matter with it. Pure.
final class NodeStateRule {
    /// Taints with this prefix tell what other fields of the node tell as well.
    private static final String OWN_TAINTS = "node.kubernetes.io/";

    private static final List<String> PRESSURES = List.of(Node.MEMORY_PRESSURE, Node.DISK_PRESSURE, Node.PID_PRESSURE);

    private NodeStateRule() {}

    /// From the worst to the best.
    enum NodeState {
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

        String word() {
            return word;
        }
    }

    static NodeState decide(Node node) {
        Optional<Condition> ready = node.condition(Node.READY);
        if (ready.isPresent() && ready.get().status() == Condition.Truth.UNKNOWN) {
            return NodeState.SILENT;
        }
        if (ready.isEmpty() || !ready.get().isTrue()) {
            return NodeState.NOT_READY;
        }
        if (!pressures(node).isEmpty()) {
            return NodeState.PRESSURE;
        }
        if (node.spec().unschedulable()) {
            return NodeState.CORDONED;
        }
        boolean tainted =
                node.spec().taints().stream().anyMatch(taint -> !taint.key().startsWith(OWN_TAINTS));
        return tainted ? NodeState.TAINTED : NodeState.READY;
    }

    /// The pressures that a node tells of.
    static List<String> pressures(Node node) {
        return PRESSURES.stream()
                .filter(type -> node.condition(type).filter(Condition::isTrue).isPresent())
                .toList();
    }
}
