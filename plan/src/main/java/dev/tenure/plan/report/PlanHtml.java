package dev.tenure.plan.report;

import dev.tenure.plan.forecast.EvictionPlan;
import dev.tenure.plan.forecast.EvictionPlan.LeavingPod;
import dev.tenure.plan.forecast.EvictionPlan.Outcome;
import dev.tenure.plan.forecast.EvictionPlan.Status;
import dev.tenure.plan.report.BarDrawing.Bar;
import dev.tenure.plan.report.BarDrawing.Mark;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// A forecast as one page of HTML that can be sent: no script, nothing loaded from elsewhere. Above the
/// tables a drawing of the first pods, each a bar from when it is told to go until its replacement is ready.
/// Stateless.
public final class PlanHtml {
    /// Up to the title.
    static final String HEAD = """
        <!doctype html>
        <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
        <style>
        body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:75rem;padding:0 1rem;color:#1c2430;background:#fff}
        table{border-collapse:collapse;margin:1rem 0;width:100%}th,td{text-align:left;padding:.3rem .6rem;
        border-bottom:1px solid #d5dae1;vertical-align:top}th{font-weight:600}.bad{color:#a3151c;font-weight:600}
        .sum{font-size:1.15rem;font-weight:600}svg{max-width:100%;height:auto}svg text{font:12px system-ui,sans-serif;fill:#1c2430}
        .going{fill:#c2571a}.waiting{fill:#a3151c}.back{fill:#26734d}.axis{stroke:#8a94a3}
        @media(prefers-color-scheme:dark){body{background:#12161c;color:#e6eaf0}svg text{fill:#e6eaf0}
        th,td{border-color:#333c48}.bad{color:#ff8f88}}
        </style>
        """;

    private PlanHtml() {}

    public static String of(EvictionPlan plan) {
        Status status = plan.status();
        var page = new StringBuilder(HEAD)
                .append("<title>%s</title></head><body>\n"
                        .formatted(text("Plan: " + plan.spec().change())));
        page.append("<h1>%s</h1><p>%s, at %s</p><p class=\"sum\">%s</p>\n"
                .formatted(
                        text(plan.spec().change()),
                        text(plan.spec().source()),
                        PlanWords.moment(plan.spec().moment()),
                        text(PlanWords.closing(plan))));
        drawing(page, status);
        rows(
                page,
                List.of("After", "Pod", "From", "Because", "Then"),
                status.pods().stream().map(PlanWords::cells).toList());
        rows(page, NewPodRows.headings(), NewPodRows.each(status.newPods()));
        rows(
                page,
                List.of("Budget", "Desired", "Healthy", "Lowest", "Broken"),
                status.budgets().stream()
                        .map(each -> List.of(
                                each.namespace() + "/" + each.name(),
                                Integer.toString(each.desiredHealthy()),
                                Integer.toString(each.healthy()),
                                Integer.toString(each.lowestHealthy()),
                                each.broken() ? "yes" : "no"))
                        .toList());
        rows(
                page,
                List.of("Service", "Ready endpoints", "Lowest"),
                status.services().stream()
                        .map(each -> List.of(
                                each.namespace() + "/" + each.name(),
                                Integer.toString(each.ready()),
                                Integer.toString(each.lowestReady())))
                        .toList());
        rows(page, List.of("Note"), status.notes().stream().map(List::of).toList());
        rows(
                page,
                List.of("Assumed", "Value", "Meaning"),
                plan.spec().assumptions().stream()
                        .map(each -> List.of(each.name(), each.value(), each.meaning()))
                        .toList());
        return page.append("</body></html>\n").toString();
    }

    static void rows(StringBuilder page, List<String> headings, List<List<String>> rows) {
        if (rows.isEmpty()) {
            return;
        }
        page.append("<table><tr>");
        headings.forEach(
                heading -> page.append("<th scope=\"col\">").append(heading).append("</th>"));
        page.append("</tr>\n");
        for (List<String> row : rows) {
            page.append("<tr>");
            row.forEach(cell -> page.append("<td>").append(text(cell)).append("</td>"));
            page.append("</tr>\n");
        }
        page.append("</table>\n");
    }

    private static void drawing(StringBuilder page, Status status) {
        List<Bar> bars = bars(status, Duration.ZERO);
        Duration end = bars.stream().map(Bar::end).max(Duration::compareTo).orElse(Duration.ZERO);
        BarDrawing.append(
                page,
                "When pods leave and are replaced",
                bars,
                List.of(new Mark(Duration.ZERO, "0s", false), new Mark(end, PlanWords.time(end), false)));
    }

    /// One for each of the first pods that leave.
    ///
    /// @param beginning of the forecast, counted from the left edge
    static List<Bar> bars(Status status, Duration beginning) {
        return status.pods().stream()
                .flatMap(pod -> pod.leavesAfter().map(leaves -> bar(pod, leaves, beginning)).stream())
                .limit(BarDrawing.BARS_MAX)
                .toList();
    }

    private static Bar bar(LeavingPod pod, Duration leaves, Duration beginning) {
        Optional<Duration> ready = pod.outcome() instanceof Outcome.Replaced replaced
                ? replaced.filledAfter().or(replaced::readyAfter)
                : Optional.empty();
        return new Bar(
                pod.name(),
                beginning.plus(leaves),
                beginning.plus(pod.goneAfter().orElse(leaves)),
                ready.map(beginning::plus),
                pod.outcome() instanceof Outcome.Pending);
    }

    /// Names and messages come from strangers.
    static String text(String raw) {
        return raw.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
