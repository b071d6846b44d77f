package dev.tenure.cli.print;

import dev.tenure.plan.forecast.EvictionPlan;
import dev.tenure.plan.forecast.EvictionPlan.BudgetOutcome;
import dev.tenure.plan.forecast.EvictionPlan.LeavingPod;
import dev.tenure.plan.forecast.EvictionPlan.NewPod;
import dev.tenure.plan.forecast.EvictionPlan.ServiceOutcome;
import dev.tenure.plan.forecast.EvictionPlan.Status;
import dev.tenure.plan.report.NewPodRows;
import dev.tenure.plan.report.PlanByWorkload;
import dev.tenure.plan.report.PlanWords;
import dev.tenure.plan.report.Worst;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// A forecast for a terminal: what leaves in order of time, by workload where it is much, what of it matters
/// to budgets and services, and the closing line. Stateless.
public final class PlanText {
    private PlanText() {}

    /// @param wide whether every pod, budgets and services that notice nothing, and the meaning of
    ///     assumptions, are printed too, and rows are lines however long they are
    public static String of(EvictionPlan plan, boolean wide) {
        Status status = plan.status();
        Screen screen = Screen.of(wide);
        var text = new StringBuilder("%s\n%s, at %s\n"
                .formatted(
                        plan.spec().change(),
                        plan.spec().source(),
                        PlanWords.moment(plan.spec().moment())));
        pods(text, status.pods(), wide);
        newPods(text, status.newPods(), wide);
        budgets(text, status, wide);
        services(text, status, wide);
        if (!status.notes().isEmpty()) {
            text.append('\n');
            status.notes()
                    .forEach(note ->
                            text.append(WrapRule.hanging("! " + note, screen)).append('\n'));
        }
        assumptions(text, plan, wide);
        return text.append('\n').append(PlanWords.closing(plan)).append('\n').toString();
    }

    /// Every pod, or, of more than people read, the workloads, and the pods for which it does not end well.
    private static void pods(StringBuilder text, List<LeavingPod> pods, boolean wide) {
        boolean many = !wide && PlanByWorkload.suits(pods);
        if (many) {
            TextTable table = table(PlanByWorkload.headings());
            PlanByWorkload.rows(pods).forEach(row -> table.row(row.toArray(String[]::new)));
            text.append('\n').append(table.text(Screen.of(wide)));
        }
        List<LeavingPod> shown = many ? PlanByWorkload.notWell(pods) : pods;
        if (!shown.isEmpty()) {
            var table = new TextTable("AFTER", "POD", "FROM", "BECAUSE", "THEN");
            shown.forEach(pod -> table.row(
                    PlanWords.leaves(pod),
                    PlanWords.name(pod),
                    pod.node(),
                    PlanWords.because(pod),
                    PlanWords.then(pod)));
            text.append('\n').append(table.text(Screen.of(wide)));
        }
        if (many) {
            text.append('\n').append(PlanByWorkload.rest(pods, "-o wide")).append('\n');
        }
    }

    private static void newPods(StringBuilder text, List<NewPod> pods, boolean wide) {
        if (pods.isEmpty()) {
            return;
        }
        TextTable table = table(NewPodRows.headings());
        (wide ? NewPodRows.each(pods) : NewPodRows.brief(pods)).forEach(row -> table.row(row.toArray(String[]::new)));
        text.append('\n').append(table.text(Screen.of(wide)));
    }

    private static TextTable table(List<String> headings) {
        return new TextTable(
                headings.stream().map(each -> each.toUpperCase(Locale.ROOT)).toArray(String[]::new));
    }

    private static void budgets(StringBuilder text, Status status, boolean wide) {
        List<BudgetOutcome> noticing = status.budgets().stream()
                .filter(each -> each.broken() || each.lowestHealthy() < each.healthy() || mayKeep(status, each))
                .toList();
        Worst<BudgetOutcome> rows = wide ? new Worst<>(status.budgets(), 0) : Worst.ofBudgets(noticing);
        var table = new TextTable("BUDGET", "DESIRED", "HEALTHY", "LOWEST", "BROKEN", "ASKED");
        rows.shown()
                .forEach(each -> table.row(
                        each.namespace() + "/" + each.name(),
                        Integer.toString(each.desiredHealthy()),
                        Integer.toString(each.healthy()),
                        Integer.toString(each.lowestHealthy()),
                        each.broken() ? "yes" : "no",
                        each.asked() ? "yes" : "no"));
        rows(text, table, rows, "budget", wide);
    }

    private static void rows(StringBuilder text, TextTable table, Worst<?> rows, String one, boolean wide) {
        if (!rows.shown().isEmpty()) {
            text.append('\n').append(table.text(Screen.of(wide)));
            rows.rest(one).forEach(line -> text.append('\n').append(line).append('\n'));
        }
    }

    /// Whether pods of its namespace are kept.
    private static boolean mayKeep(Status status, BudgetOutcome budget) {
        return status.pods().stream()
                .anyMatch(pod -> pod.leavesAfter().isEmpty() && pod.namespace().equals(budget.namespace()));
    }

    private static void services(StringBuilder text, Status status, boolean wide) {
        List<ServiceOutcome> noticing = status.services().stream()
                .filter(each -> each.lowestReady() < each.ready())
                .toList();
        Worst<ServiceOutcome> rows = wide ? new Worst<>(status.services(), 0) : Worst.ofServices(noticing);
        var table = new TextTable("SERVICE", "READY", "LOWEST");
        rows.shown()
                .forEach(each -> table.row(
                        each.namespace() + "/" + each.name(),
                        Integer.toString(each.ready()),
                        Integer.toString(each.lowestReady())));
        rows(text, table, rows, "service", wide);
    }

    private static void assumptions(StringBuilder text, EvictionPlan plan, boolean wide) {
        if (plan.spec().assumptions().isEmpty()) {
            return;
        }
        if (!wide) {
            String line = plan.spec().assumptions().stream()
                    .filter(each -> !each.name().equals("moment"))
                    .map(each -> each.name() + " " + each.value())
                    .collect(Collectors.joining(", ", "assumed: ", ""));
            text.append('\n').append(WrapRule.hanging(line, Screen.now())).append('\n');
            return;
        }
        var table = new TextTable("ASSUMED", "VALUE", "MEANING");
        plan.spec().assumptions().forEach(each -> table.row(each.name(), each.value(), each.meaning()));
        text.append('\n').append(table.text(Screen.of(wide)));
    }
}
