package dev.tenure.plan.lint;

import dev.tenure.controllers.tainteviction.policy.TaintEvictionPolicy;
import dev.tenure.model.core.Taint;
import dev.tenure.plan.lint.LintFacts.Linted;
import dev.tenure.rules.taint.TaintChoice;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Expressions of policies that do not compile, or fail on a taint of a node.
final class ExpressionLintRule {
    private ExpressionLintRule() {}

    static List<LintFinding> findings(LintFacts facts, Set<Taint> taints) {
        var found = new ArrayList<LintFinding>();
        for (Linted<TaintEvictionPolicy> policy : facts.evictionPolicies()) {
            for (TaintChoice.Fault fault : policy.value().taints().faults(taints)) {
                found.add(LintFinding.of(LintCheck.TNR047, policy.subject(), "(%s)".formatted(fault), ""));
            }
        }
        return found;
    }
}
