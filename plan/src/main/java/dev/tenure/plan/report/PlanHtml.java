package dev.tenure.plan.report;

import dev.tenure.plan.forecast.EvictionPlan;
import dev.tenure.plan.forecast.EvictionPlan.LeavingPod;
import dev.tenure.plan.forecast.EvictionPlan.Outcome;
import dev.tenure.plan.forecast.EvictionPlan.Status;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// A forecast as one page of HTML that can be sent: no script, nothing loaded from elsewhere. Above the tables a
/// drawing
/// of the first pods, each a bar from when it is told to go until its replacement is ready. Stateless.
public final class PlanHtml {
    /// More bars make no drawing; the table has all pods.
    private static final int BARS_MAX = 60;

    private static final int ROW = 18;
    private static final int LEFT = 260;
    private static final int WIDTH = 900;
    private static final int AXIS = 26;

    /// Of a row's text, below the row's upper edge.
    private static final int BASELINE = 12;

    private static final String HEAD = """
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
                        text(PlanWords.closing(status.summary()))));
        drawing(page, status);
        rows(
                page,
                List.of("After", "Pod", "From", "Because", "Then"),
                status.pods().stream().map(PlanHtml::cells).toList());
        rows(
                page,
                List.of("New pod", "Node", "State"),
                status.newPods().stream()
                        .map(pod -> List.of(
                                pod.namespace() + "/" + pod.name(),
                                pod.node(),
                                pod.pending()
                                        .map(PlanWords::pending)
                                        .orElse("placed" + PlanWords.ready(pod.readyAfter()))))
                        .toList());
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

    private static List<String> cells(LeavingPod pod) {
        return List.of(
                PlanWords.leaves(pod),
                pod.namespace() + "/" + pod.name(),
                pod.node(),
                PlanWords.because(pod),
                PlanWords.then(pod));
    }

    private static void rows(StringBuilder page, List<String> headings, List<List<String>> rows) {
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

    /// Three parts a bar: told to go until gone, gone until replaced, ready again.
    private static void drawing(StringBuilder page, Status status) {
        List<LeavingPod> pods = status.pods().stream()
                .filter(pod -> pod.leavesAfter().isPresent())
                .limit(BARS_MAX)
                .toList();
        if (pods.isEmpty()) {
            return;
        }
        Duration end = pods.stream().map(PlanHtml::end).max(Duration::compareTo).orElse(Duration.ZERO);
        double scale = (WIDTH - LEFT) / Math.max(1.0, end.toMillis() * 1.1);
        int height = AXIS + ROW * pods.size();
        page.append("<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"When pods leave and are replaced\">\n"
                .formatted(WIDTH, height));
        page.append("<line class=\"axis\" x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/>\n"
                .formatted(LEFT, AXIS - 6, WIDTH, AXIS - 6));
        page.append("<text x=\"%d\" y=\"14\">0s</text><text x=\"%d\" y=\"14\" text-anchor=\"middle\">%s</text>\n"
                .formatted(LEFT, x(scale, end), PlanWords.time(end)));
        for (int i = 0; i < pods.size(); i++) {
            bar(page, pods.get(i), AXIS + ROW * i, scale);
        }
        page.append("</svg>\n");
    }

    private static void bar(StringBuilder page, LeavingPod pod, int top, double scale) {
        Duration leaves = pod.leavesAfter().orElse(Duration.ZERO);
        Duration gone = pod.goneAfter().orElse(leaves);
        page.append("<text x=\"0\" y=\"%d\">%s</text>".formatted(top + BASELINE, text(shortened(pod.name()))));
        page.append(box("going", top, x(scale, leaves), x(scale, gone)));
        Optional<Duration> ready =
                pod.outcome() instanceof Outcome.Replaced replaced ? replaced.readyAfter() : Optional.empty();
        ready.ifPresent(at -> page.append(box("back", top, x(scale, gone), x(scale, at))));
        if (pod.outcome() instanceof Outcome.Pending) {
            page.append("<text class=\"bad\" x=\"%d\" y=\"%d\">pending</text>"
                    .formatted(x(scale, gone) + BASELINE, top + BASELINE));
        }
        page.append('\n');
    }

    private static String box(String kind, int top, int from, int to) {
        return "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>"
                .formatted(kind, from, top + 2, Math.max(2, to - from), ROW - 5);
    }

    private static int x(double scale, Duration at) {
        return LEFT + (int) Math.round(at.toMillis() * scale);
    }

    private static Duration end(LeavingPod pod) {
        Duration last = pod.goneAfter().or(pod::leavesAfter).orElse(Duration.ZERO);
        Duration ready = pod.outcome() instanceof Outcome.Replaced replaced
                ? replaced.readyAfter().orElse(last)
                : last;
        return ready.compareTo(last) > 0 ? ready : last;
    }

    private static String shortened(String name) {
        int most = 38;
        return name.length() <= most ? name : name.substring(0, most - 1) + "…";
    }

    /// Names and messages come from strangers.
    private static String text(String raw) {
        return raw.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
