package dev.tenure.plan.report;

import dev.tenure.plan.forecast.EvictionPlan;
import dev.tenure.plan.forecast.EvictionPlan.BudgetOutcome;
import dev.tenure.plan.forecast.EvictionPlan.LeavingPod;
import dev.tenure.plan.forecast.EvictionPlan.ServiceOutcome;
import dev.tenure.plan.forecast.EvictionPlan.Status;
import java.util.List;

/// A forecast as Markdown, for a comment on a change that is reviewed. Stateless.
public final class PlanMarkdown {
    private PlanMarkdown() {}

    public static String of(EvictionPlan plan) {
        Status status = plan.status();
        var text = new StringBuilder(
                "### Plan: %s\n\n".formatted(MarkdownText.plain(plan.spec().change())));
        text.append("**%s**\n".formatted(PlanWords.closing(plan)));
        pods(text, status.pods());
        table(text, NewPodRows.headings(), NewPodRows.brief(status.newPods()));
        Worst<BudgetOutcome> budgets = Worst.ofBudgets(status.budgets());
        table(
                text,
                List.of("Budget", "Desired", "Healthy", "Lowest", "Broken", "Asked"),
                budgets.shown().stream().map(PlanMarkdown::budget).toList());
        list(text, budgets.rest("budget"));
        Worst<ServiceOutcome> services = Worst.ofServices(status.services().stream()
                .filter(service -> service.lowestReady() < service.ready())
                .toList());
        table(
                text,
                List.of("Service", "Ready", "Lowest"),
                services.shown().stream().map(PlanMarkdown::service).toList());
        list(text, services.rest("service"));
        list(text, status.notes());
        list(
                text,
                plan.spec().assumptions().stream()
                        .map(each -> "assumed: %s = %s (%s)".formatted(each.name(), each.value(), each.meaning()))
                        .toList());
        return text.toString();
    }

    private static void pods(StringBuilder text, List<LeavingPod> pods) {
        boolean many = PlanByWorkload.suits(pods);
        if (many) {
            table(text, PlanByWorkload.headings(), PlanByWorkload.rows(pods));
        }
        table(
                text,
                List.of("After", "Pod", "From", "Because", "Then"),
                (many ? PlanByWorkload.notWell(pods) : pods)
                        .stream().map(PlanWords::cells).toList());
        if (many) {
            list(text, List.of(PlanByWorkload.rest(pods, "-o wide")));
        }
    }

    private static List<String> budget(BudgetOutcome budget) {
        return List.of(
                budget.namespace() + "/" + budget.name(),
                Integer.toString(budget.desiredHealthy()),
                Integer.toString(budget.healthy()),
                Integer.toString(budget.lowestHealthy()),
                budget.broken() ? "**yes**" : "no",
                budget.asked() ? "yes" : "no");
    }

    private static List<String> service(ServiceOutcome service) {
        return List.of(
                service.namespace() + "/" + service.name(),
                Integer.toString(service.ready()),
                Integer.toString(service.lowestReady()));
    }

    private static void table(StringBuilder text, List<String> headings, List<List<String>> rows) {
        if (!rows.isEmpty()) {
            MarkdownText.table(text, headings, rows);
        }
    }

    private static void list(StringBuilder text, List<String> lines) {
        if (!lines.isEmpty()) {
            text.append('\n');
            MarkdownText.list(text, lines);
        }
    }
}
