package dev.tenure.cli.print;

import dev.tenure.plan.compare.Comparison;
import dev.tenure.plan.compare.Difference;
import dev.tenure.plan.forecast.EvictionPlan;
import dev.tenure.plan.report.MarkdownText;
import dev.tenure.plan.report.PlanWords;
import dev.tenure.plan.report.TwoPlansHtml;
import java.util.ArrayList;
import java.util.List;

/// A comparison for people: what each side would do in one line, and a row for each difference. Stateless.
public final class ComparisonText {
    private ComparisonText() {}

    /// For a terminal.
    ///
    /// @param wide whether every pod has a row, and rows are lines however long they are
    public static String of(Comparison comparison, boolean wide) {
        Screen screen = Screen.of(wide);
        EvictionPlan.Spec spec = comparison.a().spec();
        var text = new StringBuilder("%s\n%s\n\n".formatted(spec.change(), source(spec)));
        sides(comparison).forEach(side -> text.append(side).append('\n'));
        differences(text, comparison, wide);
        List<String> notes = notes(comparison);
        if (!notes.isEmpty()) {
            text.append('\n');
            notes.forEach(
                    note -> text.append(WrapRule.hanging("! " + note, screen)).append('\n'));
        }
        return text.append('\n').append(closing(comparison)).append('\n').toString();
    }

    /// As Markdown.
    public static String markdown(Comparison comparison) {
        EvictionPlan.Spec spec = comparison.a().spec();
        var text = new StringBuilder("### Compare: %s\n\n%s\n\n"
                .formatted(MarkdownText.plain(spec.change()), MarkdownText.plain(source(spec))));
        MarkdownText.list(text, sides(comparison));
        text.append("\n**").append(closing(comparison)).append("**\n");
        differences(text, comparison);
        MarkdownText.list(text, notes(comparison));
        return text.toString();
    }

    /// What stands on a page of HTML.
    public static TwoPlansHtml.Content page(Comparison comparison) {
        EvictionPlan.Spec spec = comparison.a().spec();
        var lines = new ArrayList<>(List.of(source(spec)));
        lines.addAll(sides(comparison));
        return new TwoPlansHtml.Content(
                "Compare: " + spec.change(),
                lines,
                closing(comparison),
                DifferenceRows.each(comparison),
                notes(comparison));
    }

    private static String source(EvictionPlan.Spec spec) {
        return "%s, at %s".formatted(spec.source(), PlanWords.moment(spec.moment()));
    }

    private static List<String> sides(Comparison comparison) {
        return List.of(
                side("A", comparison.settings().a(), comparison.a()),
                side("B", comparison.settings().b(), comparison.b()));
    }

    /// The table of a terminal.
    static void differences(StringBuilder text, Comparison comparison, boolean wide) {
        if (comparison.differences().isEmpty()) {
            return;
        }
        var table = new TextTable(DifferenceRows.HEADINGS.toArray(String[]::new));
        (wide ? DifferenceRows.each(comparison) : DifferenceRows.brief(comparison))
                .forEach(row -> table.row(row.toArray(String[]::new)));
        text.append('\n').append(table.text(Screen.of(wide)));
        if (!wide) {
            DifferenceRows.rest(comparison)
                    .ifPresent(line -> text.append('\n').append(line).append('\n'));
        }
    }

    /// The table as Markdown.
    static void differences(StringBuilder text, Comparison comparison) {
        if (!comparison.differences().isEmpty()) {
            MarkdownText.table(text, DifferenceRows.HEADINGS, DifferenceRows.brief(comparison));
            DifferenceRows.rest(comparison).ifPresent(line -> MarkdownText.list(text, List.of(line)));
        }
    }

    /// What B's cluster refuses, and what is to be known of both.
    private static List<String> notes(Comparison comparison) {
        var notes = new ArrayList<>(comparison.b().refused());
        notes.addAll(comparison.notes());
        return notes;
    }

    static String side(String name, List<String> settings, EvictionPlan plan) {
        return "%s: %s (%s)"
                .formatted(
                        name, PlanWords.closing(plan), settings.isEmpty() ? "as usual" : String.join(", ", settings));
    }

    private static String closing(Comparison comparison) {
        return "Compare: " + counts(comparison);
    }

    /// What differs, in one line.
    static String counts(Comparison comparison) {
        long ties = comparison.differences().stream().filter(Difference::tie).count();
        String line = "%d %s, %d %s and %d %s differ"
                .formatted(
                        count(comparison, "pod"),
                        count(comparison, "pod") == 1 ? "pod" : "pods",
                        count(comparison, "budget"),
                        count(comparison, "budget") == 1 ? "budget" : "budgets",
                        count(comparison, "service"),
                        count(comparison, "service") == 1 ? "service" : "services");
        return ties == 0 ? line : line + "; %d more only by a tie among nodes".formatted(ties);
    }

    private static long count(Comparison comparison, String kind) {
        return comparison.differences().stream()
                .filter(each -> each.kind().equals(kind) && !each.tie())
                .count();
    }
}
