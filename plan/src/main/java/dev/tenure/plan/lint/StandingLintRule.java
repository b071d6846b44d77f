package dev.tenure.plan.lint;

import dev.tenure.controllers.tainteviction.policy.TaintEvictionPolicy;
import dev.tenure.model.core.Stay;
import dev.tenure.model.core.Taint;
import dev.tenure.model.core.WellKnownTaints;
import dev.tenure.plan.lint.LintFacts.Linted;
import dev.tenure.rules.taint.TaintEntry;
import java.util.ArrayList;
import java.util.List;

/// Policies that ask that pods leave because of taints that only keep new ones away, and for some of these
/// taints in vain.
final class StandingLintRule {
    private StandingLintRule() {}

    static List<LintFinding> findings(LintFacts facts) {
        var found = new ArrayList<LintFinding>();
        for (Linted<TaintEvictionPolicy> policy : facts.evictionPolicies()) {
            for (String detail : details(policy.value())) {
                found.add(LintFinding.of(LintCheck.TNR045, policy.subject(), "(%s)".formatted(detail), ""));
            }
        }
        return found;
    }

    private static List<String> details(TaintEvictionPolicy policy) {
        var details = new ArrayList<String>();
        if (policy.standing().effects().isEmpty()) {
            return details;
        }
        if (policy.stays()
                .tolerated()
                .filter(stay -> stay instanceof Stay.Forever)
                .isPresent()) {
            details.add("tolerate has the pods stay for ever");
        }
        policy.taints().taints().stream()
                .filter(each -> each.expression().isEmpty())
                .map(each -> each.toleration().key())
                .filter(WellKnownTaints::ofTheCluster)
                .filter(key -> !counts(policy, key))
                .map(key -> key + " does not count")
                .forEach(details::add);
        return details;
    }

    /// Whether pods leave because of a taint with this key, or with one that begins so.
    private static boolean counts(TaintEvictionPolicy policy, String key) {
        return !key.endsWith("*")
                && policy.taints().taints().stream()
                        .map(TaintEntry::toleration)
                        .filter(each -> each.key().equals(key))
                        .anyMatch(each -> policy.standing().effects().stream()
                                .anyMatch(effect -> policy.standing().means(new Taint(key, each.value(), effect))));
    }
}
