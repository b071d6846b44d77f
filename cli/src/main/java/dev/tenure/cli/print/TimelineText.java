package dev.tenure.cli.print;

import dev.tenure.plan.report.PlanWords;
import dev.tenure.plan.report.TimelineWords;
import dev.tenure.plan.timeline.Timeline;
import java.util.List;
import java.util.stream.Stream;

/// A timeline for a terminal. Stateless.
public final class TimelineText {
    private TimelineText() {}

    public static String of(Timeline timeline, Screen screen) {
        var text = new StringBuilder("%s, at %s\n\n".formatted(timeline.source(), PlanWords.moment(timeline.moment())));
        if (!timeline.past().isEmpty() || !timeline.coming().status().pods().isEmpty()) {
            var table = new TextTable("WHEN", "POD", "NODE", "BECAUSE", "THEN");
            TimelineWords.rows(timeline).forEach(row -> table.row(row.toArray(String[]::new)));
            text.append(table.text(screen)).append('\n');
        }
        List<String> notes = Stream.concat(timeline.unknown().stream(), timeline.coming().status().notes().stream())
                .toList();
        notes.forEach(note -> text.append(WrapRule.hanging("! " + note, screen)).append('\n'));
        return text.append(notes.isEmpty() ? "" : "\n")
                .append(TimelineWords.closing(timeline))
                .append('\n')
                .toString();
    }
}
