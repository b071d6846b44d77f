package dev.tenure.plan.lint;

import dev.tenure.model.core.Node;
import dev.tenure.model.core.Taint;
import dev.tenure.plan.lint.LintFacts.Linted;
import dev.tenure.rules.taint.TaintTerm;
import dev.tenure.rules.taint.TaintTerms;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What is wrong with the terms of taints.
final class TermLintRule {
    /// A controller that runs is done by then.
    private static final Duration LATE = Duration.ofMinutes(1);

    private TermLintRule() {}

    static List<LintFinding> findings(LintFacts facts) {
        var found = new ArrayList<LintFinding>();
        for (Linted<Node> node : facts.nodes()) {
            TaintTerms terms = TaintTerms.of(node.value());
            for (Taint taint :
                    terms.isEmpty() ? List.<Taint>of() : node.value().spec().taints()) {
                Optional<TaintTerm> late =
                        terms.of(taint).filter(term -> term.until().plus(LATE).isBefore(facts.moment()));
                late.ifPresent(term -> found.add(LintFinding.of(
                        LintCheck.TNR042,
                        node.subject(),
                        "(%s until %s)".formatted(term.taint(), term.until()),
                        "kubectl taint nodes %s %s:%s-"
                                .formatted(
                                        node.value().name(),
                                        taint.key(),
                                        taint.effect().word()))));
            }
            terms.unreadable()
                    .forEach((annotation, why) -> found.add(LintFinding.of(
                            LintCheck.TNR043, node.subject(), "(%s: %s)".formatted(annotation, why), "")));
        }
        return found;
    }
}
