package dev.tenure.plan.report;

import dev.tenure.plan.report.BarDrawing.Bar;
import dev.tenure.plan.report.BarDrawing.Mark;
import dev.tenure.plan.timeline.ObservedEviction;
import dev.tenure.plan.timeline.Timeline;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A timeline as one page of HTML that can be sent: no script, nothing loaded from elsewhere. The drawing has
/// a line at the present, the latest evictions left of it and the coming ones right of it. Stateless.
public final class TimelineHtml {
    private TimelineHtml() {}

    public static String of(Timeline timeline) {
        var page = new StringBuilder(PlanHtml.HEAD).append("<title>Timeline</title></head><body>\n");
        page.append("<h1>Evictions</h1><p>%s, at %s</p><p class=\"sum\">%s</p>\n"
                .formatted(
                        PlanHtml.text(timeline.source()),
                        PlanWords.moment(timeline.moment()),
                        PlanHtml.text(TimelineWords.closing(timeline))));
        drawing(page, timeline);
        PlanHtml.rows(page, List.of("When", "Pod", "Node", "Because", "Then"), TimelineWords.rows(timeline));
        var notes = new ArrayList<>(timeline.unknown());
        notes.addAll(timeline.coming().status().notes());
        PlanHtml.rows(page, List.of("Note"), notes.stream().map(List::of).toList());
        return page.append("</body></html>\n").toString();
    }

    private static void drawing(StringBuilder page, Timeline timeline) {
        List<ObservedEviction> past = timeline.past();
        List<ObservedEviction> latest = past.subList(Math.max(0, past.size() - BarDrawing.BARS_MAX), past.size());
        Instant first = latest.isEmpty() ? timeline.moment() : latest.getFirst().at();
        Duration now = between(first, timeline.moment());
        var bars = new ArrayList<Bar>();
        latest.forEach(each -> bars.add(bar(each, between(first, each.at()), now)));
        bars.addAll(PlanHtml.bars(timeline.coming().status(), now));
        Duration end = bars.stream().map(Bar::end).max(Duration::compareTo).orElse(now);
        var marks = new ArrayList<Mark>();
        if (!now.isZero()) {
            marks.add(new Mark(Duration.ZERO, TimelineWords.ago(now), false));
        }
        marks.add(new Mark(now, "now", true));
        if (end.compareTo(now) > 0) {
            marks.add(new Mark(end, "in " + PlanWords.time(end.minus(now)), false));
        }
        BarDrawing.append(page, "When pods left and will leave", bars, marks);
    }

    /// A pod that has not gone yet is going until now.
    private static Bar bar(ObservedEviction each, Duration leaves, Duration now) {
        Duration gone = each.since() == ObservedEviction.Since.STOPPING ? now : leaves;
        return new Bar(each.name(), leaves, gone, Optional.empty(), false);
    }

    /// Nothing is before the beginning: clocks of nodes may be ahead.
    private static Duration between(Instant from, Instant to) {
        return to.isBefore(from) ? Duration.ZERO : Duration.between(from, to);
    }
}
