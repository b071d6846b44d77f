package dev.tenure.controllers.nodereadiness;

import dev.tenure.controllers.node.NodeLimit;
import dev.tenure.model.core.Node;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// The nodes of one rule that has a limit, as the limit counts them: kept up node by node, so that a change
/// costs its node and those that may be tainted next, and not all nodes. Confined to one loop.
final class LimitedNodes {
    private static final Comparator<Turn> FIRST_CHANGED_FIRST =
            Comparator.comparing(Turn::changed).thenComparing(Turn::node);

    private final NodeReadinessRule rule;
    private final NodeLimit limit;
    private final Set<String> about = new HashSet<>();
    private final Set<String> tainted = new HashSet<>();
    /// Those that the rule wants to taint and has not, by their names.
    private final Map<String, Node> waiting = new TreeMap<>();

    private final Map<String, Turn> turns = new HashMap<>();
    private final TreeSet<Turn> order = new TreeSet<>(FIRST_CHANGED_FIRST);
    private Optional<Set<String>> allowed = Optional.empty();
    private Set<String> told = Set.of();

    /// When it is a node's turn to be tainted.
    ///
    /// @param changed since when its conditions are as they are
    private record Turn(Instant changed, String node) {}

    LimitedNodes(NodeReadinessRule rule, NodeLimit limit) {
        this.rule = rule;
        this.limit = limit;
    }

    /// A node is there, or has changed.
    ///
    /// @param counts whether the limit is about it: not before it has been ready once
    void put(Node node, boolean counts) {
        String name = node.name();
        remove(name);
        if (!rule.isAbout(node)) {
            return;
        }
        about.add(name);
        if (rule.taints(node)) {
            tainted.add(name);
        } else if (ReadinessTaintRule.wants(rule, node)) {
            waiting.put(name, node);
            if (counts) {
                var turn = new Turn(rule.lastChange(node).orElse(Instant.MIN), name);
                turns.put(name, turn);
                order.add(turn);
            }
        }
    }

    void remove(String node) {
        allowed = Optional.empty();
        about.remove(node);
        tainted.remove(node);
        waiting.remove(node);
        Turn turn = turns.remove(node);
        if (turn != null) {
            order.remove(turn);
        }
    }

    /// Those that may be tainted next: whose conditions changed first, as many as the limit has room for.
    Set<String> allowed() {
        if (allowed.isEmpty()) {
            var next = new LinkedHashSet<String>();
            int count = tainted.size();
            for (Turn turn : order) {
                count++;
                if (limit.exceeded(count, about.size())) {
                    break;
                }
                next.add(turn.node());
            }
            allowed = Optional.of(next);
        }
        return allowed.get();
    }

    /// Those that may be tainted and might not when this was asked last.
    List<String> newlyAllowed() {
        Set<String> now = allowed();
        List<String> fresh = now.stream().filter(node -> !told.contains(node)).toList();
        told = now;
        return fresh;
    }

    /// Those that the rule wants to taint and has not, in the order of their names.
    List<Node> waiting() {
        return List.copyOf(waiting.values());
    }
}
