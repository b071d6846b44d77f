package dev.tenure.controllers.nodereadiness;

import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.Stay;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.core.Toleration;
import dev.tenure.rules.taint.TolerationRule;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Works out what a rule would do if it were in force: to nodes, as upstream does (processDryRun), and to the
/// pods on them. Pure.
final class DryRunRule {
    private static final int PODS_NAMED_MAX = 10;

    private DryRunRule() {}

    /// A pod that would leave.
    ///
    /// @param afterSeconds 0 for at once
    private record Leaving(String pod, long afterSeconds) {
        @Override
        public String toString() {
            return afterSeconds == 0 ? pod : "%s after %d s".formatted(pod, afterSeconds);
        }
    }

    /// What would be done.
    ///
    /// @param about how many nodes the rule is about
    /// @param added how many of them would get the taint
    /// @param removed how many would lose it
    /// @param lacking how many do not have all the conditions
    /// @param summary all of it in words
    record Results(int about, int added, int removed, int lacking, String summary) {}

    /// @param pods the pods on a node
    static Results results(NodeReadinessRule rule, List<Node> nodes, Function<Node, List<Pod>> pods) {
        List<Node> about = nodes.stream().filter(rule::isAbout).toList();
        List<Node> tainted =
                about.stream().filter(node -> wouldTaint(rule, node)).toList();
        int freed = (int) about.stream().filter(node -> wouldFree(rule, node)).count();
        int lacking =
                (int) about.stream().filter(node -> lacksConditions(rule, node)).count();
        var parts = new ArrayList<String>();
        if (!tainted.isEmpty()) {
            parts.add("would add %d taints".formatted(tainted.size()));
        }
        if (freed > 0) {
            parts.add("would remove %d taints".formatted(freed));
        }
        if (lacking > 0) {
            parts.add("%d nodes have missing conditions".formatted(lacking));
        }
        if (rule.taint().effect() == TaintEffect.NO_EXECUTE && !tainted.isEmpty()) {
            parts.add(leaving(rule, tainted, pods));
        }
        return new Results(
                about.size(),
                tainted.size(),
                freed,
                lacking,
                parts.isEmpty() ? "No changes needed" : String.join(", ", parts));
    }

    private static boolean wouldTaint(NodeReadinessRule rule, Node node) {
        return !rule.doneWith(node) && !rule.holdsOn(node) && !rule.taints(node);
    }

    private static boolean wouldFree(NodeReadinessRule rule, Node node) {
        return !rule.doneWith(node) && rule.holdsOn(node) && rule.taints(node);
    }

    private static boolean lacksConditions(NodeReadinessRule rule, Node node) {
        return rule.conditions().stream()
                .anyMatch(condition -> node.condition(condition.type()).isEmpty());
    }

    private static String leaving(NodeReadinessRule rule, List<Node> tainted, Function<Node, List<Pod>> pods) {
        List<Leaving> leaving = tainted.stream()
                .flatMap(node -> pods.apply(node).stream())
                .flatMap(pod -> leaves(rule, pod).stream())
                .sorted(Comparator.comparingLong(Leaving::afterSeconds).thenComparing(Leaving::pod))
                .toList();
        if (leaving.isEmpty()) {
            return "no pod would leave";
        }
        int named = Math.min(leaving.size(), PODS_NAMED_MAX);
        List<String> words = new ArrayList<>(
                leaving.subList(0, named).stream().map(Leaving::toString).toList());
        if (named < leaving.size()) {
            words.add("and %d more".formatted(leaving.size() - named));
        }
        return "%d %s would leave: %s"
                .formatted(leaving.size(), leaving.size() == 1 ? "pod" : "pods", String.join(", ", words));
    }

    private static Optional<Leaving> leaves(NodeReadinessRule rule, Pod pod) {
        Optional<Toleration> consent = TolerationRule.firstConsent(pod.spec().tolerations(), rule.taint(), false);
        if (consent.isEmpty()) {
            return Optional.of(new Leaving(pod.qualifiedName(), 0));
        }
        return switch (consent.get().stay()) {
            case Stay.Forever _ -> Optional.empty();
            case Stay.AtMost stay ->
                Optional.of(new Leaving(pod.qualifiedName(), stay.limit().toSeconds()));
        };
    }
}
