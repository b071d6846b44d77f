package dev.tenure.controllers.nodereadiness;

import dev.tenure.model.core.Node;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// The rules of a cluster, and what is remembered of nodes under them: a rule's status brings it over a
/// restart. Confined to one loop. A look at one node costs the number of rules, and for one with a limit as
/// many nodes as there is room for.
final class ReadinessState implements ReadinessTaintRule.Knowledge {
    private final Supplier<Stream<Node>> nodes;
    private final Map<String, Remembered> rules = new TreeMap<>();

    /// One rule.
    private static final class Remembered {
        private NodeReadinessRule rule;
        /// The names of the nodes that it is in force on, and of those that it was until their labels changed
        /// and that still bear its taint.
        private final Set<String> applied = new HashSet<>();
        /// The names of the nodes that were ready under it.
        private final Set<String> ready = new HashSet<>();
        /// Its nodes as its limit counts them, since they were asked for.
        private Optional<LimitedNodes> limited = Optional.empty();

        private Remembered(NodeReadinessRule rule) {
            this.rule = rule;
        }
    }

    /// @param nodes all nodes as they are
    ReadinessState(Supplier<Stream<Node>> nodes) {
        this.nodes = nodes;
    }

    boolean isEmpty() {
        return rules.isEmpty();
    }

    /// In the order of their names.
    List<NodeReadinessRule> rules() {
        return rules.values().stream().map(each -> each.rule).toList();
    }

    Optional<NodeReadinessRule> rule(String name) {
        return Optional.ofNullable(rules.get(name)).map(each -> each.rule);
    }

    /// @return whether it is another than before
    boolean put(StoredObject stored) {
        String name = stored.key().name();
        Optional<NodeReadinessRule> read = NodeReadinessRuleParser.read(stored);
        Remembered before = rules.get(name);
        if (read.isEmpty()) {
            return rules.remove(name) != null;
        }
        if (before == null || !before.rule.meta().uid().equals(read.get().meta().uid())) {
            rules.put(name, told(read.get(), stored));
            return true;
        }
        boolean another = !before.rule.equals(read.get());
        before.rule = read.get();
        before.limited = Optional.empty();
        return another;
    }

    private static Remembered told(NodeReadinessRule rule, StoredObject stored) {
        var remembered = new Remembered(rule);
        JsonNode status = Json.readObject(stored.json()).path("status");
        status.path("appliedNodes").forEach(node -> remembered.applied.add(node.asText()));
        for (JsonNode each : status.path("nodeEvaluations")) {
            if (each.path("taintStatus").asText("").equals("Absent")) {
                remembered.ready.add(each.path("nodeName").asText(""));
            }
        }
        return remembered;
    }

    void remove(String rule) {
        rules.remove(rule);
    }

    /// The names of the rules that a node is told of in the status of.
    List<String> concerned(Node node) {
        return rules.values().stream()
                .filter(each -> each.rule.isAbout(node) || each.applied.contains(node.name()))
                .map(each -> each.rule.name())
                .toList();
    }

    /// A node is there, or has changed.
    ///
    /// @return the rules that find their taint on it at their first look
    List<NodeReadinessRule> seen(Node node) {
        return rules.values().stream()
                .filter(each -> adopts(each, node))
                .map(each -> each.rule)
                .toList();
    }

    /// A rule is there, or has changed, and looks at a node.
    ///
    /// @return whether it finds its taint on it at its first look
    boolean seenBy(String rule, Node node) {
        Remembered remembered = rules.get(rule);
        return remembered != null && adopts(remembered, node);
    }

    private static boolean adopts(Remembered each, Node node) {
        boolean adopts = takes(each, node);
        each.limited.ifPresent(limited -> limited.put(node, !isNew(each, node)));
        return adopts;
    }

    private static boolean takes(Remembered each, Node node) {
        String name = node.name();
        NodeReadinessRule rule = each.rule;
        boolean tainted = rule.taints(node);
        if (rule.isAbout(node) && rule.inForce()) {
            boolean first = each.applied.add(name);
            if (!tainted && rule.holdsOn(node)) {
                each.ready.add(name);
            }
            return first && tainted && ReadinessTaintRule.wants(rule, node);
        }
        if (!tainted && !rule.isAbout(node)) {
            each.applied.remove(name);
            each.ready.remove(name);
        }
        return false;
    }

    void gone(String node) {
        for (Remembered each : rules.values()) {
            each.applied.remove(node);
            each.ready.remove(node);
            each.limited.ifPresent(limited -> limited.remove(node));
        }
    }

    @Override
    public boolean formerly(NodeReadinessRule rule, Node node) {
        return applied(rule).contains(node.name());
    }

    /// The names of the nodes that a rule is in force on, or was, as long as they bear its taint.
    Set<String> applied(NodeReadinessRule rule) {
        Remembered remembered = rules.get(rule.name());
        return remembered == null ? Set.of() : remembered.applied;
    }

    @Override
    public boolean allows(NodeReadinessRule rule, Node node) {
        Remembered remembered = rules.get(rule.name());
        if (rule.care().limit().isEmpty() || remembered == null || isNew(remembered, node)) {
            return true;
        }
        return limited(rule).map(LimitedNodes::allowed).orElse(Set.of()).contains(node.name());
    }

    /// The nodes of a rule as its limit counts them; empty without one.
    private Optional<LimitedNodes> limited(NodeReadinessRule rule) {
        Remembered remembered = rules.get(rule.name());
        if (remembered == null || rule.care().limit().isEmpty()) {
            return Optional.empty();
        }
        if (remembered.limited.isEmpty()) {
            var made = new LimitedNodes(remembered.rule, rule.care().limit().orElseThrow());
            nodes.get().forEach(node -> made.put(node, !isNew(remembered, node)));
            remembered.limited = Optional.of(made);
        }
        return remembered.limited;
    }

    /// A node that was made after the rule and was never ready has no pods that could suffer.
    private static boolean isNew(Remembered remembered, Node node) {
        Instant since = remembered.rule.meta().creationTimestamp();
        return !node.meta().creationTimestamp().isBefore(since) && !remembered.ready.contains(node.name());
    }

    /// The names of the nodes that a rule's limit has room for, and had not when this was asked last.
    List<String> newlyAllowed(NodeReadinessRule rule) {
        return limited(rule).map(LimitedNodes::newlyAllowed).orElse(List.of());
    }

    /// The nodes that a rule with a limit wants to taint and has not, in the order of their names.
    private List<Node> waiting(NodeReadinessRule rule) {
        return limited(rule).map(LimitedNodes::waiting).orElse(List.of());
    }

    /// Those of them that its limit keeps from being tainted.
    List<Node> heldBack(NodeReadinessRule rule) {
        return waiting(rule).stream().filter(node -> !allows(rule, node)).toList();
    }

    /// Whether a rule that is going still has a taint to take away.
    boolean hasToClean(NodeReadinessRule rule) {
        return nodes.get()
                .anyMatch(node -> rule.taints(node)
                        && (rule.isAbout(node) || formerly(rule, node))
                        && rules.values().stream()
                                .noneMatch(other -> other.rule.taint().sameAs(rule.taint())
                                        && ReadinessTaintRule.wants(other.rule, node)));
    }

    /// Another rule that is in force and keeps the same taint on a node that this one is about, if there is
    /// one.
    Optional<String> conflict(NodeReadinessRule rule) {
        List<Node> about = nodes.get().filter(rule::isAbout).toList();
        return rules.values().stream()
                .map(each -> each.rule)
                .filter(other -> !other.name().equals(rule.name())
                        && other.inForce()
                        && other.taint().sameAs(rule.taint())
                        && about.stream().anyMatch(other::isAbout))
                .map(NodeReadinessRule::name)
                .findFirst();
    }
}
