package dev.tenure.cli.print;

import dev.tenure.plan.compare.Comparison;
import dev.tenure.plan.forecast.LeftPod;
import dev.tenure.plan.report.MarkdownText;
import dev.tenure.plan.report.PlanWords;
import dev.tenure.plan.report.TwoPlansHtml;
import dev.tenure.plan.trace.Fidelity;
import dev.tenure.plan.trace.Replay;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A replay for people: what was recorded, what each side would do, and a row for each difference. Stateless.
public final class ReplayText {
    private static final int NAMES_MAX = 5;

    private ReplayText() {}

    /// For a terminal.
    ///
    /// @param wide whether every pod has a row, and rows are lines however long they are
    public static String of(Replay replay, boolean wide) {
        Screen screen = Screen.of(wide);
        var text = new StringBuilder();
        lines(replay).forEach(line -> text.append(line).append('\n'));
        ComparisonText.differences(text, replay.comparison(), wide);
        List<String> notes = notes(replay);
        if (!notes.isEmpty()) {
            text.append('\n');
            notes.forEach(
                    note -> text.append(WrapRule.hanging("! " + note, screen)).append('\n'));
        }
        return text.append('\n').append(closing(replay)).append('\n').toString();
    }

    /// As Markdown.
    public static String markdown(Replay replay) {
        var text = new StringBuilder("### ")
                .append(MarkdownText.plain(title(replay)))
                .append("\n\n");
        MarkdownText.list(
                text, lines(replay).stream().filter(line -> !line.isEmpty()).toList());
        text.append("\n**").append(closing(replay)).append("**\n");
        ComparisonText.differences(text, replay.comparison());
        MarkdownText.list(text, notes(replay));
        return text.toString();
    }

    /// What stands on a page of HTML.
    public static TwoPlansHtml.Content page(Replay replay) {
        return new TwoPlansHtml.Content(
                title(replay),
                lines(replay).stream().filter(line -> !line.isEmpty()).toList(),
                closing(replay),
                DifferenceRows.each(replay.comparison()),
                notes(replay));
    }

    private static String title(Replay replay) {
        return "Replay: " + (replay.change().isEmpty() ? "as recorded" : replay.change());
    }

    private static List<String> lines(Replay replay) {
        Comparison comparison = replay.comparison();
        var spec = comparison.a().spec();
        var lines = new ArrayList<String>();
        lines.add("replay of %s, from %s, %s"
                .formatted(spec.source(), PlanWords.moment(spec.moment()), PlanWords.time(replay.span())));
        lines.add("B: " + (replay.change().isEmpty() ? "the same change" : replay.change()));
        if (replay.change().isEmpty()) {
            lines.removeLast();
        }
        lines.add("");
        lines.add("Recorded: %s, %d %s from outside"
                .formatted(left(replay.recorded()), replay.acts(), replay.acts() == 1 ? "act" : "acts"));
        lines.add("Replayed: " + fidelity(replay.fidelity()));
        lines.add(ComparisonText.side("A", comparison.settings().a(), comparison.a())
                + later(comparison.first().later()));
        lines.add(ComparisonText.side("B", comparison.settings().b(), comparison.b())
                + later(comparison.second().later()));
        return lines;
    }

    private static String later(List<LeftPod> later) {
        return later.isEmpty() ? "" : ", and of pods made meanwhile " + left(later);
    }

    private static String left(List<LeftPod> pods) {
        if (pods.isEmpty()) {
            return "no pod left";
        }
        var causes = pods.stream().collect(Collectors.groupingBy(LeftPod::cause, TreeMap::new, Collectors.counting()));
        return "%d %s left (%s)"
                .formatted(
                        pods.size(),
                        pods.size() == 1 ? "pod" : "pods",
                        causes.entrySet().stream()
                                .map(each -> each.getKey() + " " + each.getValue())
                                .collect(Collectors.joining(", ")));
    }

    /// How near side A comes to what was recorded.
    static String fidelity(Fidelity fidelity) {
        int recorded = fidelity.same() + fidelity.missed().size();
        var text = new StringBuilder(
                recorded == 0
                        ? "no first pod left in what was recorded"
                        : "%d of %d first pods that left leave in A, within %s"
                                .formatted(fidelity.same(), recorded, PlanWords.time(fidelity.farthest())));
        names(text, "; in A stay", fidelity.missed());
        names(text, "; only in A leave", fidelity.added());
        if (fidelity.laterRecorded() + fidelity.laterReplayed() > 0) {
            text.append("; of pods made meanwhile %d left, %d in A"
                    .formatted(fidelity.laterRecorded(), fidelity.laterReplayed()));
        }
        return text.toString();
    }

    private static void names(StringBuilder text, String what, List<String> names) {
        if (!names.isEmpty()) {
            text.append(what).append(' ').append(FirstOf.shown(names, NAMES_MAX));
        }
    }

    private static List<String> notes(Replay replay) {
        return Stream.of(
                        replay.notes(),
                        replay.comparison().notes(),
                        replay.comparison().a().status().notes(),
                        replay.comparison().b().status().notes())
                .flatMap(List::stream)
                .distinct()
                .toList();
    }

    private static String closing(Replay replay) {
        return "Replay: " + ComparisonText.counts(replay.comparison());
    }
}
