package dev.tenure.cli.print;

import dev.tenure.plan.compare.Comparison;
import dev.tenure.plan.compare.Difference;
import dev.tenure.plan.forecast.EvictionPlan;
import dev.tenure.plan.report.PlanWords;
import dev.tenure.plan.report.TwoPlansHtml;
import java.util.List;

/// A comparison for people: what each side would do in one line, and a row for each difference. Stateless.
public final class ComparisonText {
    static final String[] HEADINGS = {"WHAT", "NAME", "A", "B", "DIFFERS IN"};

    private ComparisonText() {}

    /// For a terminal.
    public static String of(Comparison comparison) {
        var text = new StringBuilder(head(comparison)).append('\n');
        text.append(side("A", comparison.settings().a(), comparison.a())).append('\n');
        text.append(side("B", comparison.settings().b(), comparison.b())).append('\n');
        if (!comparison.differences().isEmpty()) {
            var table = new TextTable(HEADINGS);
            comparison.differences().forEach(each -> table.row(row(each)));
            text.append('\n').append(table.text());
        }
        List<String> refused = comparison.b().refused();
        if (!comparison.notes().isEmpty() || !refused.isEmpty()) {
            text.append('\n');
            refused.forEach(note -> text.append("! ").append(note).append('\n'));
            comparison.notes().forEach(note -> text.append("! ").append(note).append('\n'));
        }
        return text.append('\n').append(closing(comparison)).append('\n').toString();
    }

    /// As Markdown.
    public static String markdown(Comparison comparison) {
        var text = new StringBuilder("### Compare: ")
                .append(cell(head(comparison)).replace("\n", "\n\n"))
                .append('\n');
        text.append("* ")
                .append(cell(side("A", comparison.settings().a(), comparison.a())))
                .append('\n');
        text.append("* ")
                .append(cell(side("B", comparison.settings().b(), comparison.b())))
                .append("\n\n");
        text.append("**").append(closing(comparison)).append("**\n");
        if (!comparison.differences().isEmpty()) {
            text.append("\n| ").append(String.join(" | ", HEADINGS)).append(" |\n");
            text.append("|---".repeat(HEADINGS.length)).append("|\n");
            comparison.differences().forEach(each -> {
                for (String value : row(each)) {
                    text.append("| ").append(cell(value)).append(' ');
                }
                text.append("|\n");
            });
        }
        comparison.notes().forEach(note -> text.append("* ").append(cell(note)).append('\n'));
        return text.toString();
    }

    /// What stands on a page of HTML.
    public static TwoPlansHtml.Content page(Comparison comparison) {
        EvictionPlan.Spec spec = comparison.a().spec();
        return new TwoPlansHtml.Content(
                "Compare: " + spec.change(),
                List.of(
                        "%s, at %s".formatted(spec.source(), PlanWords.moment(spec.moment())),
                        side("A", comparison.settings().a(), comparison.a()),
                        side("B", comparison.settings().b(), comparison.b())),
                closing(comparison),
                comparison.differences().stream()
                        .map(each -> List.of(row(each)))
                        .toList(),
                comparison.notes());
    }

    private static String head(Comparison comparison) {
        EvictionPlan.Spec spec = comparison.a().spec();
        return "%s\n%s, at %s\n".formatted(spec.change(), spec.source(), PlanWords.moment(spec.moment()));
    }

    static String side(String name, List<String> settings, EvictionPlan plan) {
        return "%s: %s (%s)"
                .formatted(
                        name, PlanWords.closing(plan), settings.isEmpty() ? "as usual" : String.join(", ", settings));
    }

    static String[] row(Difference each) {
        return new String[] {
            each.kind(),
            each.namespace() + "/" + each.name(),
            PlanWords.brief(each.a()),
            PlanWords.brief(each.b()),
            String.join(", ", each.fields()) + (each.tie() ? " (a tie)" : "")
        };
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

    /// Names and messages come from strangers: they stay in their cell and bring no markup.
    static String cell(String text) {
        return text.replace("\\", "\\\\")
                .replace("|", "\\|")
                .replace("<", "&lt;")
                .replace("[", "\\[");
    }
}
