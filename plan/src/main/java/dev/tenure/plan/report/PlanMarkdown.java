package dev.tenure.plan.report;

import dev.tenure.plan.forecast.EvictionPlan;
import dev.tenure.plan.forecast.EvictionPlan.Status;
import java.util.List;

/// A forecast as Markdown, for a comment on a change that is reviewed. Stateless.
public final class PlanMarkdown {
    private PlanMarkdown() {}

    public static String of(EvictionPlan plan) {
        Status status = plan.status();
        var text =
                new StringBuilder("### Plan: %s\n\n".formatted(cell(plan.spec().change())));
        text.append("**%s**\n".formatted(PlanWords.closing(status.summary())));
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
            status.newPods()
                    .forEach(pod -> row(
                            text,
                            pod.namespace() + "/" + pod.name(),
                            pod.node(),
                            pod.pending()
                                    .map(PlanWords::pending)
                                    .orElse("placed" + PlanWords.ready(pod.readyAfter()))));
        }
        if (!status.budgets().isEmpty()) {
            table(text, "Budget", "Desired", "Healthy", "Lowest", "Broken");
            status.budgets()
                    .forEach(budget -> row(
                            text,
                            budget.namespace() + "/" + budget.name(),
                            Integer.toString(budget.desiredHealthy()),
                            Integer.toString(budget.healthy()),
                            Integer.toString(budget.lowestHealthy()),
                            budget.broken() ? "**yes**" : "no"));
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
