package dev.tenure.plan.lint;

import dev.tenure.controllers.tainteviction.policy.TaintEvictionPolicy;
import dev.tenure.controllers.tainteviction.policy.TaintEvictionPolicy.Replacing;
import dev.tenure.plan.lint.LintFacts.Linted;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Policies that have pods replaced before they leave, and are about pods that cannot be. DaemonSets and Jobs
/// are passed over: nobody expects it of them.
final class ReplacementLintRule {
    private static final Set<String> STANDING =
            Set.of("Deployment", "StatefulSet", "ReplicaSet", "ReplicationController");
    private static final int NAMED_MAX = 3;

    private ReplacementLintRule() {}

    static List<LintFinding> findings(LintFacts facts) {
        var found = new ArrayList<LintFinding>();
        for (Linted<TaintEvictionPolicy> policy : facts.evictionPolicies()) {
            if (policy.value().replacing() instanceof Replacing.First) {
                List<String> cannot = facts.workloads().stream()
                        .filter(workload -> STANDING.contains(workload.subject().kind()))
                        .filter(workload -> policy.value()
                                .isAbout(
                                        workload.subject().namespace(),
                                        workload.template().labels()))
                        .filter(workload -> !facts.surging().contains(workload.subject()))
                        .map(workload -> workload.subject().text())
                        .sorted()
                        .toList();
                if (!cannot.isEmpty()) {
                    found.add(LintFinding.of(LintCheck.TNR044, policy.subject(), detail(cannot), ""));
                }
            }
        }
        return found;
    }

    private static String detail(List<String> cannot) {
        String named = String.join(", ", cannot.subList(0, Math.min(NAMED_MAX, cannot.size())));
        return cannot.size() <= NAMED_MAX
                ? "(%s)".formatted(named)
                : "(%s and %d more)".formatted(named, cannot.size() - NAMED_MAX);
    }
}
