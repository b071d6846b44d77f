package dev.tenure.controllers.tainteviction;

import dev.tenure.controllers.tainteviction.policy.PolicyState;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Taint;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.meta.Frozen;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Which nodes there are, and which NoExecute taints they carry. Confined to one loop.
final class TaintedNodes implements PolicyState.Nodes {
    /// A node that has some.
    record NodeTaints(String uid, List<Taint> taints) {}

    private final Set<String> names = new HashSet<>();
    private final Map<String, NodeTaints> tainted = new HashMap<>();

    /// Of nodes with terms when their taints go.
    private final Map<String, Map<Taint, Optional<Instant>>> ends = new HashMap<>();

    static List<Taint> noExecute(Node node) {
        return node.spec().taints().stream()
                .filter(taint -> taint.effect() == TaintEffect.NO_EXECUTE)
                .toList();
    }

    /// A node is there, with these taints.
    void put(Node node, List<Taint> noExecute) {
        names.add(node.name());
        if (noExecute.isEmpty()) {
            tainted.remove(node.name());
        } else {
            tainted.put(node.name(), new NodeTaints(node.meta().uid(), noExecute));
        }
    }

    /// When the taints of a node go.
    ///
    /// @return whether that is another moment than before
    boolean ends(Node node, List<Taint> noExecute) {
        Map<Taint, Optional<Instant>> now = SpareRule.ends(node, noExecute);
        Map<Taint, Optional<Instant>> before = now.isEmpty() ? ends.remove(node.name()) : ends.put(node.name(), now);
        return !now.equals(before == null ? Map.of() : before);
    }

    /// Of nodes whose taints have terms when they go.
    Map<String, Map<Taint, Optional<Instant>>> ends() {
        return Frozen.map(ends);
    }

    void remove(String node) {
        ends.remove(node);
        names.remove(node);
        tainted.remove(node);
    }

    /// A node that has some; empty for others.
    Optional<NodeTaints> find(String node) {
        return Optional.ofNullable(tainted.get(node));
    }

    /// The names of those that have some.
    Collection<String> those() {
        return tainted.keySet();
    }

    /// Whether there is one of this name.
    boolean there(String name) {
        return names.contains(name);
    }

    @Override
    public int all() {
        return names.size();
    }

    @Override
    public Collection<List<Taint>> tainted() {
        return tainted.values().stream().map(NodeTaints::taints).toList();
    }
}
