package dev.tenure.cli.print;

import dev.tenure.plan.metrics.PressureReplay;
import dev.tenure.plan.metrics.PressureReplay.By;
import dev.tenure.plan.metrics.PressureReplay.SignalCourse;
import dev.tenure.plan.metrics.PressureReplay.Victim;
import dev.tenure.plan.metrics.PressureReplayDocument.Side;
import dev.tenure.plan.report.MarkdownText;
import dev.tenure.plan.report.PlanWords;
import dev.tenure.plan.report.TwoPlansHtml;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Metrics held against thresholds for people: a row for each signal of each node. Stateless.
public final class PressureText {
    private static final List<String> HEADINGS =
            List.of("SIDE", "NODE", "SIGNAL", "LOWEST", "SHORT AFTER", "EVICTED", "KILLED FIRST");
    private static final int NAMES_MAX = 5;

    private PressureText() {}

    /// For a terminal.
    public static String of(List<Side> sides, Screen screen) {
        PressureReplay first = sides.getFirst().replay();
        var text = new StringBuilder(
                "metrics from %s, %s\n".formatted(PlanWords.moment(first.from()), PlanWords.time(first.span())));
        sides.forEach(side -> text.append(line(side)).append('\n'));
        var table = new TextTable(HEADINGS.toArray(String[]::new));
        rows(sides).forEach(row -> table.row(row.toArray(String[]::new)));
        text.append('\n').append(table.text(screen)).append('\n');
        first.notes()
                .forEach(note ->
                        text.append(WrapRule.hanging("! " + note, screen)).append('\n'));
        return text.append('\n').append(closing(sides)).append('\n').toString();
    }

    /// As Markdown.
    public static String markdown(List<Side> sides) {
        var text = new StringBuilder("### ").append(closing(sides)).append("\n\n");
        MarkdownText.list(text, sides.stream().map(PressureText::line).toList());
        MarkdownText.table(text, HEADINGS, rows(sides));
        text.append('\n');
        MarkdownText.list(text, sides.getFirst().replay().notes());
        return text.toString();
    }

    /// As one page.
    public static String html(List<Side> sides) {
        var notes = new ArrayList<>(sides.stream().map(PressureText::line).toList());
        notes.addAll(sides.getFirst().replay().notes());
        return TwoPlansHtml.table(closing(sides), HEADINGS, rows(sides), notes);
    }

    private static String line(Side side) {
        return "%s: %s"
                .formatted(
                        side.name().toUpperCase(Locale.ROOT),
                        side.settings().isEmpty() ? "as usual" : String.join(", ", side.settings()));
    }

    private static List<List<String>> rows(List<Side> sides) {
        return sides.stream()
                .flatMap(side -> side.replay().signals().stream()
                        .map(each -> row(side.name().toUpperCase(Locale.ROOT), each)))
                .toList();
    }

    private static List<String> row(String side, SignalCourse course) {
        boolean stalls = course.signal() == By.STALLS;
        return List.of(
                side,
                course.node(),
                course.signal().word(),
                course.lowest().isEmpty()
                        ? "-"
                        : stalls
                                ? "%.1f %% waiting".formatted(course.lowest().getAsLong() / 10.0)
                                : (course.lowest().getAsLong() >> 20) + "Mi",
                course.shortAfter().map(PlanWords::time).orElse("never"),
                stalls ? "a condition at most" : victims(course.evicted()),
                stalls ? "-" : victims(course.killed()));
    }

    private static String victims(List<Victim> pods) {
        List<String> each = pods.stream()
                .map(pod -> "%s after %s".formatted(pod.pod(), PlanWords.time(pod.after())))
                .toList();
        return each.isEmpty() ? "none" : FirstOf.shown(each, NAMES_MAX);
    }

    private static String closing(List<Side> sides) {
        return "Pressure: "
                + sides.stream()
                        .map(side -> "%s: %d evicted, %d killed first"
                                .formatted(
                                        side.name().toUpperCase(Locale.ROOT),
                                        kubelets(side)
                                                .mapToInt(each -> each.evicted().size())
                                                .sum(),
                                        kubelets(side)
                                                .mapToInt(each -> each.killed().size())
                                                .sum()))
                        .collect(Collectors.joining("; "));
    }

    /// What really happens is what the kubelet's own signal leads to.
    private static Stream<SignalCourse> kubelets(Side side) {
        return side.replay().signals().stream().filter(each -> each.signal() == By.WORKING_SET);
    }
}
