package dev.tenure.plan.report;

import dev.tenure.plan.forecast.EvictionPlan;
import dev.tenure.plan.report.BarDrawing.Bar;
import dev.tenure.plan.report.BarDrawing.Mark;
import java.time.Duration;
import java.util.List;

/// Two forecasts and where they differ as one page of HTML that can be sent: no script, nothing loaded from
/// elsewhere. Each has a drawing of its first pods. Stateless.
public final class TwoPlansHtml {
    private static final List<String> HEADINGS = List.of("What", "Name", "A", "B", "Differs in");

    private TwoPlansHtml() {}

    /// What stands on the page.
    ///
    /// @param lines below the title
    /// @param closing the result in one line
    /// @param differences each with as many cells as there are columns: what, name, A, B, fields
    public record Content(
            String title, List<String> lines, String closing, List<List<String>> differences, List<String> notes) {
        public Content {
            lines = List.copyOf(lines);
            differences = List.copyOf(differences);
            notes = List.copyOf(notes);
        }
    }

    /// A page of one table, without any forecast.
    ///
    /// @param rows each with as many cells as there are headings
    public static String table(String title, List<String> headings, List<List<String>> rows, List<String> notes) {
        var page = new StringBuilder(PlanHtml.HEAD)
                .append("<title>%s</title></head><body>\n<h1>%s</h1>\n"
                        .formatted(PlanHtml.text(title), PlanHtml.text(title)));
        PlanHtml.rows(page, headings, rows);
        PlanHtml.rows(page, List.of("Note"), notes.stream().map(List::of).toList());
        return page.append("</body></html>\n").toString();
    }

    public static String of(Content content, EvictionPlan a, EvictionPlan b) {
        var page = new StringBuilder(PlanHtml.HEAD)
                .append("<title>%s</title></head><body>\n".formatted(PlanHtml.text(content.title())));
        page.append("<h1>%s</h1>\n".formatted(PlanHtml.text(content.title())));
        content.lines().forEach(line -> page.append("<p>%s</p>\n".formatted(PlanHtml.text(line))));
        page.append("<p class=\"sum\">%s</p>\n".formatted(PlanHtml.text(content.closing())));
        PlanHtml.rows(page, HEADINGS, content.differences());
        drawing(page, "A", a);
        drawing(page, "B", b);
        PlanHtml.rows(
                page, List.of("Note"), content.notes().stream().map(List::of).toList());
        return page.append("</body></html>\n").toString();
    }

    private static void drawing(StringBuilder page, String side, EvictionPlan plan) {
        List<Bar> bars = PlanHtml.bars(plan.status(), Duration.ZERO);
        if (bars.isEmpty()) {
            return;
        }
        Duration end = bars.stream().map(Bar::end).max(Duration::compareTo).orElse(Duration.ZERO);
        page.append("<h2>%s: %s</h2>\n".formatted(side, PlanHtml.text(PlanWords.closing(plan))));
        BarDrawing.append(
                page,
                "When pods leave and are replaced under " + side,
                bars,
                List.of(new Mark(Duration.ZERO, "0s", false), new Mark(end, PlanWords.time(end), false)));
    }
}
