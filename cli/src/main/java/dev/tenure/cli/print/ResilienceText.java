package dev.tenure.cli.print;

import dev.tenure.plan.forecast.EvictionPlan.Summary;
import dev.tenure.plan.report.MarkdownText;
import dev.tenure.plan.report.PlanWords;
import dev.tenure.plan.report.ResilienceDocument;
import dev.tenure.plan.resilience.Loss;
import dev.tenure.plan.resilience.ResilienceReport;
import dev.tenure.rules.fit.Resources;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A report on losses for people: a row each, the worst first, and a closing line. Stateless.
public final class ResilienceText {
    private static final List<String> HEADINGS = List.of(
            "LOSS", "EVICTED", "RE-PLACED", "PENDING", "LOST", "DATA", "KEPT", "BUDGETS", "NO ENDPOINTS", "MISSING");

    private ResilienceText() {}

    /// For a terminal.
    ///
    /// @param top how many losses are shown; 0 for all
    /// @param wide whether losses that the cluster carries are shown too
    public static String of(ResilienceReport report, int top, boolean wide) {
        var text = new StringBuilder(
                "resilience\n%s, at %s\n".formatted(report.source(), PlanWords.moment(report.moment())));
        var table = new TextTable(HEADINGS.toArray(String[]::new));
        List<Loss> shown = shown(report, top, wide);
        shown.forEach(loss -> table.row(row(loss).toArray(String[]::new)));
        if (!shown.isEmpty()) {
            text.append('\n').append(table.text(Screen.of(wide)));
        }
        notes(shown)
                .forEach(note -> text.append(WrapRule.hanging("! " + note, Screen.of(wide)))
                        .append('\n'));
        further(report).forEach(line -> text.append('\n').append(line).append('\n'));
        return text.append('\n').append(closing(report)).append('\n').toString();
    }

    /// As Markdown.
    public static String markdown(ResilienceReport report, int top, boolean wide) {
        var text = new StringBuilder("## Resilience\n%s, at %s\n\n**%s**\n"
                .formatted(
                        MarkdownText.plain(report.source()),
                        PlanWords.moment(report.moment()),
                        MarkdownText.plain(closing(report))));
        List<Loss> shown = shown(report, top, wide);
        MarkdownText.table(
                text, HEADINGS, shown.stream().map(ResilienceText::row).toList());
        MarkdownText.list(text, notes(shown));
        further(report).forEach(line -> text.append('\n').append(line).append('\n'));
        return text.toString();
    }

    private static List<Loss> shown(ResilienceReport report, int top, boolean wide) {
        Stream<Loss> losses = report.losses().stream().filter(loss -> wide || !loss.isCarried());
        return (top > 0 ? losses.limit(top) : losses).toList();
    }

    /// What is to be known about the losses: what is true of all of them once, anything else with whose it
    /// is.
    private static List<String> notes(List<Loss> losses) {
        var events = new LinkedHashMap<String, List<String>>();
        losses.forEach(loss -> loss.notes().stream()
                .distinct()
                .forEach(note -> events.computeIfAbsent(note, _ -> new ArrayList<>())
                        .add(loss.event().words())));
        return events.entrySet().stream()
                .map(each -> losses.size() > 1 && each.getValue().size() == losses.size()
                        ? each.getKey()
                        : String.join(", ", each.getValue()) + ": " + each.getKey())
                .toList();
    }

    private static List<String> row(Loss loss) {
        Summary counts = loss.counts();
        if (loss.summary().isEmpty()) {
            return List.of(loss.event().words(), "?", "?", "?", "?", "?", "?", "?", "?", "?");
        }
        return List.of(
                loss.event().words(),
                Integer.toString(counts.evicted()),
                Integer.toString(counts.replaced()),
                Integer.toString(counts.pending()),
                Integer.toString(counts.lost()),
                Integer.toString(counts.dataLost()),
                Integer.toString(loss.kept()),
                Integer.toString(counts.budgetsBroken()),
                Integer.toString(loss.withoutEndpoints().size()),
                missing(loss.missing()));
    }

    private static String missing(Resources missing) {
        if (missing.pods() == 0) {
            return "-";
        }
        var parts = new ArrayList<String>();
        if (missing.milliCpu() > 0) {
            parts.add(ResilienceDocument.cpu(missing) + " CPU");
        }
        if (missing.memoryBytes() > 0) {
            parts.add(ResilienceDocument.memory(missing) + " memory");
        }
        missing.scalars().forEach((resource, amount) -> parts.add("%d %s".formatted(amount, resource)));
        String pods = missing.pods() == 1 ? "1 pod" : missing.pods() + " pods";
        return parts.isEmpty() ? "a node that fits " + pods : "%s for %s".formatted(String.join(", ", parts), pods);
    }

    private static List<String> further(ResilienceReport report) {
        Optional<String> headroom = Optional.of(report.headroom())
                .filter(missing -> missing.pods() > 0)
                .map(missing -> "Headroom missing in one loss, at most: %s".formatted(missing(missing)));
        return Stream.concat(headroom.stream(), ways(report).stream()).toList();
    }

    /// How the losses were worked out, if not each in a world of its own.
    private static Optional<String> ways(ResilienceReport report) {
        if (report.workedOut() == 0) {
            return Optional.empty();
        }
        String worlds = report.worlds().entrySet().stream()
                .map(each -> "; in worlds of their own: %d, because %s".formatted(each.getValue(), each.getKey()))
                .collect(Collectors.joining());
        return Optional.of("Losses worked out of one world at rest: %d%s".formatted(report.workedOut(), worlds));
    }

    /// The closing line.
    static String closing(ResilienceReport report) {
        int all = report.losses().size();
        String carried =
                "Resilience: %d of %d %s carried".formatted(report.carried(), all, all == 1 ? "loss is" : "losses are");
        return report.losses().stream()
                .findFirst()
                .filter(worst -> !worst.isCarried())
                .map(worst -> carried + "; the worst: " + worst.event().words())
                .orElse(carried);
    }
}
