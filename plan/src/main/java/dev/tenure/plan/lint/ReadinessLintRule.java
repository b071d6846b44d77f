package dev.tenure.plan.lint;

import dev.tenure.controllers.nodereadiness.NodeReadinessRule;
import dev.tenure.controllers.nodereadiness.NodeReadinessRule.Mode;
import dev.tenure.controllers.nodereadiness.NodeReadinessRuleParser;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Taint;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.meta.LabelSelector;
import dev.tenure.plan.lint.LintFacts.Linted;
import dev.tenure.plan.lint.LintedWorkload.Nature;
import dev.tenure.rules.taint.TolerationRule;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What is wrong with rules of node readiness. Those that only look do no harm.
final class ReadinessLintRule {
    private ReadinessLintRule() {}

    static List<LintFinding> findings(LintFacts facts) {
        var found = new ArrayList<LintFinding>();
        List<Linted<NodeReadinessRule>> rules = facts.readinessRules().stream()
                .filter(rule -> !rule.value().dryRun())
                .toList();
        for (Linted<NodeReadinessRule> rule : rules) {
            evicts(rule, found);
            keepsReportersOff(rule, facts, found);
        }
        conflicts(rules, facts, found);
        return found;
    }

    private static void evicts(Linted<NodeReadinessRule> rule, List<LintFinding> found) {
        NodeReadinessRule is = rule.value();
        if (is.taint().effect() == TaintEffect.NO_EXECUTE
                && is.mode() == Mode.CONTINUOUS
                && is.care().limit().isEmpty()) {
            found.add(LintFinding.of(
                    LintCheck.TNR039,
                    rule.subject(),
                    "(%s)".formatted(is.taint()),
                    "kubectl annotate nodereadinessrule %s %s=30%%"
                            .formatted(is.name(), NodeReadinessRuleParser.LIMIT)));
        }
    }

    private static void keepsReportersOff(Linted<NodeReadinessRule> rule, LintFacts facts, List<LintFinding> found) {
        List<LintedWorkload> daemons = facts.workloads().stream()
                .filter(workload -> workload.nature() == Nature.DAEMON)
                .toList();
        boolean tolerated = daemons.stream()
                .anyMatch(daemon -> TolerationRule.anyTolerates(
                        daemon.template().spec().tolerations(), rule.value().taint()));
        if (!daemons.isEmpty()
                && !tolerated
                && TolerationRule.KEEPS_OFF.contains(rule.value().taint().effect())) {
            found.add(LintFinding.of(
                    LintCheck.TNR040,
                    rule.subject(),
                    "(%s; %d DaemonSets were looked at)".formatted(rule.value().taint(), daemons.size()),
                    ""));
        }
    }

    /// Each rule is told of once, with the first that keeps the same taint on one of its nodes.
    private static void conflicts(List<Linted<NodeReadinessRule>> rules, LintFacts facts, List<LintFinding> found) {
        Map<Taint, List<Linted<NodeReadinessRule>>> byTaint = new LinkedHashMap<>();
        rules.forEach(rule -> byTaint.computeIfAbsent(rule.value().mark(), _ -> new ArrayList<>())
                .add(rule));
        byTaint.values().stream().filter(some -> some.size() > 1).forEach(some -> {
            var told = new LinkedHashMap<Linted<NodeReadinessRule>, String>();
            Map<LabelSelector, String> selectors = new HashMap<>();
            for (Linted<NodeReadinessRule> rule : some) {
                String first =
                        selectors.putIfAbsent(rule.value().nodes(), rule.value().name());
                if (first != null) {
                    told.put(rule, first);
                }
            }
            for (Linted<Node> node : facts.nodes()) {
                List<Linted<NodeReadinessRule>> here = some.stream()
                        .filter(rule -> rule.value().isAbout(node.value()))
                        .toList();
                here.stream()
                        .skip(1)
                        .forEach(rule ->
                                told.putIfAbsent(rule, here.getFirst().value().name()));
            }
            told.forEach((rule, first) -> found.add(LintFinding.of(
                    LintCheck.TNR041,
                    rule.subject(),
                    "(%s, as %s does)".formatted(rule.value().taint(), first),
                    "")));
        });
    }
}
