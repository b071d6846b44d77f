package dev.tenure.plan.lint;

import dev.tenure.model.core.Taint;
import dev.tenure.plan.source.ClusterDump;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/// Looks for every mistake of [LintCheck] in a cluster or in manifests. Rules about nodes are passed over
/// where there are none. The time is about linear in the objects: pods that are alike, and wishes that are
/// alike, are judged once.
public final class ClusterLint {
    private ClusterLint() {}

    /// The worst first, then by rule and object.
    public static List<LintFinding> check(ClusterDump dump, LintSettings settings) {
        LintFacts facts = FactReader.read(dump);
        var reach = new NodeReach(
                facts.nodes().stream().map(LintFacts.Linted::value).toList());
        Set<Taint> taints = facts.taints();
        var all = new ArrayList<LintFinding>();
        for (LintedWorkload workload : facts.workloads()) {
            all.addAll(TolerationShapeRule.findings(workload));
            all.addAll(PlacementLintRule.findings(workload, reach, taints));
        }
        all.addAll(SelectorLintRule.findings(facts));
        all.addAll(NodeLintRule.findings(facts));
        all.addAll(ReadinessLintRule.findings(facts));
        all.addAll(TermLintRule.findings(facts));
        all.addAll(ReplacementLintRule.findings(facts));
        all.addAll(StandingLintRule.findings(facts));
        all.addAll(ExpressionLintRule.findings(facts, taints));
        facts.unbroken().forEach(each -> all.add(LintFinding.of(LintCheck.TNR046, each.subject(), each.value(), "")));
        facts.unknownWords()
                .forEach(each -> all.add(LintFinding.of(LintCheck.TNR034, each.subject(), each.value(), "")));
        return all.stream()
                .filter(each -> !settings.disabled().contains(each.check())
                        && !each.subject().ignored().contains(each.check().name())
                        && !settings.ignoredNamespaces().contains(each.subject().namespace()))
                .map(each -> each.withSeverity(settings.severities().getOrDefault(each.check(), each.severity())))
                .sorted(Comparator.comparing(LintFinding::severity)
                        .reversed()
                        .thenComparing(LintFinding::check)
                        .thenComparing(each -> each.subject().text())
                        .thenComparing(LintFinding::detail))
                .toList();
    }
}
