package dev.tenure.controllers.tainteviction;

import dev.tenure.controllers.tainteviction.policy.PolicyState;
import dev.tenure.controllers.tainteviction.stay.SpareRule;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Taint;
import dev.tenure.model.meta.Frozen;
import dev.tenure.rules.taint.TolerationRule;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// Which nodes there are, and which taints they carry because of which pods leave. Confined to one loop.
final class TaintedNodes implements PolicyState.Nodes {
    /// A node that has some.
    ///
    /// @param taints those with NoExecute first
    record NodeTaints(String uid, List<Taint> taints) {
        /// Whether pods leave because of one of them that by itself only keeps new ones away.
        boolean beyondNoExecute() {
            return TaintedNodes.beyondNoExecute(taints);
        }
    }

    private final Set<String> names = new HashSet<>();
    private final Map<String, NodeTaints> tainted = new HashMap<>();

    /// Of nodes with terms when their taints go.
    private final Map<String, Map<Taint, Optional<Instant>>> ends = new HashMap<>();

    /// The taints of a node because of which pods leave, those with NoExecute first.
    ///
    /// @param others which others make some leave
    static List<Taint> counted(Node node, Predicate<Taint> others) {
        List<Taint> all = node.spec().taints();
        return Stream.concat(
                        all.stream().filter(TaintedNodes::evicts),
                        all.stream().filter(taint -> !evicts(taint) && others.test(taint)))
                .toList();
    }

    static boolean beyondNoExecute(List<Taint> counted) {
        return counted.stream().anyMatch(taint -> !evicts(taint));
    }

    private static boolean evicts(Taint taint) {
        return TolerationRule.EVICTS.contains(taint.effect());
    }

    /// A node is there, with these taints because of which pods leave.
    void put(Node node, List<Taint> counted) {
        names.add(node.name());
        if (counted.isEmpty()) {
            tainted.remove(node.name());
        } else {
            tainted.put(node.name(), new NodeTaints(node.meta().uid(), counted));
        }
    }

    /// When the taints of a node go.
    ///
    /// @return whether that is another moment than before
    boolean ends(Node node, List<Taint> counted) {
        Map<Taint, Optional<Instant>> now = SpareRule.ends(node, counted);
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
