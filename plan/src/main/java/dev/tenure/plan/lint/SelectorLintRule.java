package dev.tenure.plan.lint;

import dev.tenure.model.core.Service;
import dev.tenure.model.meta.LabelRequirement;
import dev.tenure.model.meta.LabelSelector;
import dev.tenure.model.policy.PodDisruptionBudget;
import dev.tenure.plan.lint.LintFacts.Linted;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What is wrong with disruption budgets and services and the pods that they select.
final class SelectorLintRule {
    private static final String ONE = " --type=merge -p '{\"spec\":{\"minAvailable\":null,\"maxUnavailable\":1}}'";

    private record Label(String namespace, String key, String value) {}

    private final Map<String, List<LintedWorkload>> byNamespace = new HashMap<>();
    private final Map<Label, List<LintedWorkload>> byLabel = new HashMap<>();

    private SelectorLintRule(List<LintedWorkload> workloads) {
        for (LintedWorkload each : workloads) {
            String namespace = each.subject().namespace();
            byNamespace.computeIfAbsent(namespace, _ -> new ArrayList<>()).add(each);
            each.template()
                    .labels()
                    .forEach((key, value) -> byLabel.computeIfAbsent(
                                    new Label(namespace, key, value), _ -> new ArrayList<>())
                            .add(each));
        }
    }

    /// Nothing where nothing is known of pods.
    static List<LintFinding> findings(LintFacts facts) {
        var found = new ArrayList<LintFinding>();
        if (facts.workloads().isEmpty()) {
            return found;
        }
        var index = new SelectorLintRule(facts.workloads());
        Map<LintSubject, LintSubject> first = new HashMap<>();
        for (Linted<PodDisruptionBudget> budget : facts.budgets()) {
            List<LintedWorkload> chosen = budget.value()
                    .selector()
                    .map(selector -> index.chosen(budget.subject().namespace(), selector))
                    .orElse(List.of());
            budget(budget, chosen).ifPresent(found::add);
            for (LintedWorkload each : chosen) {
                LintSubject other = first.putIfAbsent(each.subject(), budget.subject());
                if (other != null) {
                    found.add(LintFinding.of(
                            LintCheck.TNR011,
                            budget.subject(),
                            "(also %s, for %s)"
                                    .formatted(other.name(), each.subject().text()),
                            ""));
                }
            }
        }
        for (Linted<Service> service : facts.services()) {
            Map<String, String> wanted = service.value().selector();
            if (!wanted.isEmpty()
                    && !service.value().type().equals("ExternalName")
                    && index.chosen(service.subject().namespace(), LabelSelector.ofLabels(wanted))
                            .isEmpty()) {
                found.add(LintFinding.of(LintCheck.TNR013, service.subject(), wanted.toString(), ""));
            }
        }
        return found;
    }

    private List<LintedWorkload> chosen(String namespace, LabelSelector selector) {
        List<LintedWorkload> candidates = byNamespace.getOrDefault(namespace, List.of());
        for (LabelRequirement requirement : selector.requirements()) {
            Optional<String> value = selector.exactly(requirement.key());
            if (value.isPresent()) {
                candidates = byLabel.getOrDefault(new Label(namespace, requirement.key(), value.get()), List.of());
                break;
            }
        }
        return candidates.stream()
                .filter(each -> selector.matches(each.template().labels()))
                .toList();
    }

    private static Optional<LintFinding> budget(Linted<PodDisruptionBudget> budget, List<LintedWorkload> chosen) {
        LintSubject subject = budget.subject();
        if (chosen.isEmpty()) {
            String selector =
                    budget.value().selector().map(LabelSelector::toString).orElse("no selector");
            return Optional.of(LintFinding.of(LintCheck.TNR010, subject, "(" + selector + ")", ""));
        }
        int total = chosen.stream().mapToInt(LintedWorkload::replicas).sum();
        boolean daemons = chosen.stream().anyMatch(each -> !each.movable());
        int allowed = allowed(budget.value().bound(), total);
        if (total == 0 || daemons || allowed > 0) {
            return Optional.empty();
        }
        LintCheck check = total == 1 ? LintCheck.TNR007 : LintCheck.TNR006;
        String detail = "(%s of %d pod%s must stay)".formatted(total - allowed, total, total == 1 ? "" : "s");
        return Optional.of(LintFinding.of(check, subject, detail, subject.patch() + ONE));
    }

    private static int allowed(PodDisruptionBudget.Bound bound, int total) {
        return switch (bound) {
            case PodDisruptionBudget.Bound.MinAvailable(var amount) -> total - amount.roundedUpOf(total);
            case PodDisruptionBudget.Bound.MaxUnavailable(var amount) -> amount.roundedUpOf(total);
            case PodDisruptionBudget.Bound.Unbounded() -> total;
        };
    }
}
