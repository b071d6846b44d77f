package dev.tenure.controllers.nodereadiness;

import dev.tenure.controllers.nodereadiness.NodeReadinessRule.Mode;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Taint;
import dev.tenure.model.meta.Frozen;
import dev.tenure.wire.json.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Decides which taints of readiness one node bears. Several rules may keep one taint (key and effect): a
/// node bears it as long as one of them is not content, and it goes when all are, so that rules do not fight
/// over it. Taints that no rule keeps are left alone. Upstream: evaluateRuleForNode, where the last rule to
/// look wins.
final class ReadinessTaintRule {
    private ReadinessTaintRule() {}

    /// What is known of a node and a rule besides the two.
    public interface Knowledge {
        /// Whether the rule was in force on the node before, perhaps with other labels.
        boolean formerly(NodeReadinessRule rule, Node node);

        /// Whether the limit of the rule lets the node be tainted.
        boolean allows(NodeReadinessRule rule, Node node);
    }

    /// That a taint comes or goes.
    ///
    /// @param rule the name of one because of which it does
    public record Change(String rule, Taint taint, boolean add) {}

    /// What has to be done about a node.
    ///
    /// @param done the rules that need not look at it any more: their annotations with their values
    /// @param again when to look again, if conditions have to last until then
    public record Plan(List<Change> changes, Map<String, String> done, Optional<Instant> again) {
        public Plan {
            changes = List.copyOf(changes);
            done = Frozen.map(done);
        }

        public boolean isEmpty() {
            return changes.isEmpty() && done.isEmpty();
        }

        /// Whether a node shows all of it.
        public boolean isSeenOn(Node node) {
            return node.meta().annotations().keySet().containsAll(done.keySet())
                    && changes.stream()
                            .allMatch(change -> change.add()
                                    == node.spec().taints().stream().anyMatch(change.taint()::sameAs));
        }

        /// The taints of a node after it.
        public List<Taint> taints(Node node) {
            var taints = new ArrayList<>(node.spec().taints());
            for (Change change : changes) {
                taints.removeIf(change.taint()::sameAs);
                if (change.add()) {
                    taints.add(change.taint());
                }
            }
            return taints;
        }
    }

    /// What a rule says about its taint on a node.
    private sealed interface Opinion {
        /// The rule has nothing to say.
        record None() implements Opinion {}

        /// The node is not ready.
        record Wanted() implements Opinion {}

        /// The node is ready, or no business of the rule any more.
        ///
        /// @param holds whether that is because of its conditions
        record Content(boolean holds) implements Opinion {}
    }

    /// The rules about one taint, by what they say.
    private static final class Sides {
        private final List<NodeReadinessRule> wanting = new ArrayList<>();
        private final List<NodeReadinessRule> content = new ArrayList<>();
        private final List<NodeReadinessRule> freed = new ArrayList<>();

        private void add(NodeReadinessRule rule, Opinion opinion) {
            switch (opinion) {
                case Opinion.None _ -> {}
                case Opinion.Wanted _ -> wanting.add(rule);
                case Opinion.Content(var holds) -> (holds ? content : freed).add(rule);
            }
        }
    }

    /// @param rules all rules
    /// @param now decides whether conditions have lasted long enough
    public static Plan decide(Node node, Collection<NodeReadinessRule> rules, Knowledge known, Instant now) {
        var sides = new LinkedHashMap<Taint, Sides>();
        for (NodeReadinessRule rule : rules) {
            sides.computeIfAbsent(rule.mark(), _ -> new Sides()).add(rule, opinion(rule, node, known));
        }
        var deciding = new Deciding(node, known, now);
        sides.values().forEach(deciding::about);
        return deciding.plan();
    }

    /// Whether a rule keeps its taint on a node.
    public static boolean wants(NodeReadinessRule rule, Node node) {
        return rule.inForce() && rule.isAbout(node) && !rule.doneWith(node) && !rule.holdsOn(node);
    }

    private static Opinion opinion(NodeReadinessRule rule, Node node, Knowledge known) {
        boolean about = rule.isAbout(node);
        if (rule.leaving()) {
            return about || known.formerly(rule, node) ? new Opinion.Content(false) : new Opinion.None();
        }
        if (!rule.inForce()) {
            return new Opinion.None();
        }
        if (!about) {
            return known.formerly(rule, node) ? new Opinion.Content(false) : new Opinion.None();
        }
        if (rule.doneWith(node)) {
            return new Opinion.None();
        }
        return rule.holdsOn(node) ? new Opinion.Content(true) : new Opinion.Wanted();
    }

    /// One decision while it is made.
    private static final class Deciding {
        private final Node node;
        private final Knowledge known;
        private final Instant now;
        private final List<Change> changes = new ArrayList<>();
        private final Map<String, String> done = new LinkedHashMap<>();
        private Optional<Instant> again = Optional.empty();

        private Deciding(Node node, Knowledge known, Instant now) {
            this.node = node;
            this.known = known;
            this.now = now;
        }

        private Plan plan() {
            return new Plan(changes, done, again);
        }

        private void about(Sides sides) {
            sides.content.stream().filter(this::settled).forEach(this::finish);
            if (!sides.wanting.isEmpty()) {
                add(sides.wanting);
            } else if (sides.content.stream().allMatch(this::settled)) {
                remove(sides.content.isEmpty() ? sides.freed : sides.content);
            }
        }

        private void finish(NodeReadinessRule rule) {
            if (rule.mode() == Mode.BOOTSTRAP_ONLY) {
                done.put(
                        rule.doneKey(),
                        Json.object().put("rule-name", rule.name()).toString());
            }
        }

        private void add(List<NodeReadinessRule> wanting) {
            if (wanting.getFirst().taints(node)) {
                return;
            }
            for (NodeReadinessRule rule : wanting) {
                if (settled(rule) && known.allows(rule, node)) {
                    changes.add(new Change(rule.name(), rule.taint(), true));
                    return;
                }
            }
        }

        private void remove(List<NodeReadinessRule> because) {
            if (!because.isEmpty() && because.getFirst().taints(node)) {
                changes.add(
                        new Change(because.getFirst().name(), because.getFirst().taint(), false));
            }
        }

        /// Whether the conditions of a rule have been as they are for long enough; when not, it will be
        /// looked at again.
        private boolean settled(NodeReadinessRule rule) {
            Instant at = rule.settledAt(node);
            if (!at.isAfter(now)) {
                return true;
            }
            again = again.filter(earlier -> earlier.isBefore(at)).or(() -> Optional.of(at));
            return false;
        }
    }
}
