package dev.tenure.cli.print;

import dev.tenure.plan.report.PlanWords;
import dev.tenure.plan.report.TimelineWords;
import dev.tenure.plan.timeline.Timeline;

/// A timeline for a terminal. Stateless.
public final class TimelineText {
    private TimelineText() {}

    public static String of(Timeline timeline) {
        var text = new StringBuilder("%s, at %s\n\n".formatted(timeline.source(), PlanWords.moment(timeline.moment())));
        var table = new TextTable("WHEN", "POD", "NODE", "BECAUSE", "THEN");
        TimelineWords.rows(timeline).forEach(row -> table.row(row.toArray(String[]::new)));
        text.append(table.text()).append('\n');
        timeline.unknown().forEach(note -> text.append("! ").append(note).append('\n'));
        timeline.coming()
                .status()
                .notes()
                .forEach(note -> text.append("! ").append(note).append('\n'));
        return text.append('\n')
                .append(TimelineWords.closing(timeline))
                .append('\n')
                .toString();
    }
}
