package dev.tenure.plan.report;

import dev.tenure.plan.forecast.EvictionPlan;
import dev.tenure.plan.forecast.EvictionPlan.ServiceOutcome;
import dev.tenure.plan.forecast.EvictionPlan.Status;
import java.util.List;

/// A forecast as Markdown, for a comment on a change that is reviewed. Stateless.
public final class PlanMarkdown {
    private PlanMarkdown() {}

    public static String of(EvictionPlan plan) {
        Status status = plan.status();
        var text =
                new StringBuilder("### Plan: %s\n\n".formatted(cell(plan.spec().change())));
        text.append("**%s**\n".formatted(PlanWords.closing(plan)));
        table(text, "After", "Pod", "From", "Because", "Then");
        status.pods()
                .forEach(pod -> row(
                        text,
                        PlanWords.leaves(pod),
                        pod.namespace() + "/" + pod.name(),
                        pod.node(),
                        PlanWords.because(pod),
                        PlanWords.then(pod)));
        if (!status.newPods().isEmpty()) {
            table(text, "New pod", "Node", "State");
            PlanWords.newPods(status).forEach(row -> row(text, row.toArray(String[]::new)));
        }
        if (!status.budgets().isEmpty()) {
            table(text, "Budget", "Desired", "Healthy", "Lowest", "Broken", "Asked");
            status.budgets()
                    .forEach(budget -> row(
                            text,
                            budget.namespace() + "/" + budget.name(),
                            Integer.toString(budget.desiredHealthy()),
                            Integer.toString(budget.healthy()),
                            Integer.toString(budget.lowestHealthy()),
                            budget.broken() ? "**yes**" : "no",
                            budget.asked() ? "yes" : "no"));
        }
        List<ServiceOutcome> lower = status.services().stream()
                .filter(service -> service.lowestReady() < service.ready())
                .toList();
        if (!lower.isEmpty()) {
            table(text, "Service", "Ready", "Lowest");
            lower.forEach(service -> row(
                    text,
                    service.namespace() + "/" + service.name(),
                    Integer.toString(service.ready()),
                    Integer.toString(service.lowestReady())));
        }
        list(text, status.notes());
        list(
                text,
                plan.spec().assumptions().stream()
                        .map(each -> "assumed: %s = %s (%s)".formatted(each.name(), each.value(), each.meaning()))
                        .toList());
        return text.toString();
    }

    private static void table(StringBuilder text, String... headings) {
        text.append('\n');
        row(text, headings);
        text.append("|---".repeat(headings.length)).append("|\n");
    }

    private static void row(StringBuilder text, String... cells) {
        for (String cell : cells) {
            text.append("| ").append(cell(cell)).append(' ');
        }
        text.append("|\n");
    }

    private static void list(StringBuilder text, List<String> lines) {
        if (!lines.isEmpty()) {
            text.append('\n');
            lines.forEach(line -> text.append("* ").append(cell(line)).append('\n'));
        }
    }

    /// Names and messages come from strangers: they stay in their cell and bring no markup.
    private static String cell(String text) {
        return text.replace("\\", "\\\\")
                .replace("|", "\\|")
                .replace("<", "&lt;")
                .replace("[", "\\[")
                .replace("\n", " ");
    }
}
