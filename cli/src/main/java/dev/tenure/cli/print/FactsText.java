package dev.tenure.cli.print;

import dev.tenure.plan.forecast.EvictionPlan.LeavingPod;
import dev.tenure.plan.report.PlanWords;
import dev.tenure.plan.saved.FactRow;
import dev.tenure.plan.saved.PlanFacts;
import java.util.Optional;

/// What became of a plan that was carried out, for a terminal: forecast and fact beside each other.
/// Stateless.
public final class FactsText {
    private FactsText() {}

    public static String of(PlanFacts facts) {
        var text = new StringBuilder("%s\n%s\n"
                .formatted(
                        facts.forecast().spec().change(),
                        facts.forecast().spec().source()));
        if (!facts.rows().isEmpty()) {
            var table = new TextTable("FORECAST", "FACT", "POD", "FROM", "BECAUSE", "THEN", "DIFFERENCE");
            facts.rows()
                    .forEach(row -> table.row(
                            time(row.forecast(), "-"),
                            time(row.fact(), row.forecast().isPresent() ? "stays" : "-"),
                            name(row),
                            row.pod().node(),
                            PlanWords.because(row.pod()),
                            then(row),
                            row.difference().orElse("-")));
            text.append('\n').append(table.text());
        }
        if (!facts.fact().notes().isEmpty() || !facts.differences().isEmpty()) {
            text.append('\n');
            facts.differences()
                    .forEach(note -> text.append(WrapRule.hanging("! " + note, Screen.now()))
                            .append('\n'));
            facts.fact()
                    .notes()
                    .forEach(note -> text.append(WrapRule.hanging("! " + note, Screen.now()))
                            .append('\n'));
        }
        text.append("\n%s\n%s\n"
                .formatted(
                        PlanWords.closing(facts.forecast().status().summary()),
                        PlanWords.closing(facts.fact().summary()).replaceFirst("Plan", "Fact")));
        return text.append(closing(facts)).append('\n').toString();
    }

    private static String name(FactRow row) {
        String name = row.pod().namespace() + "/" + row.pod().name();
        return row.instead()
                .map(other -> "%s (%s: %s from %s)"
                        .formatted(name, row.insteadWords(), other.namespace() + "/" + other.name(), other.node()))
                .orElse(name);
    }

    private static String time(Optional<LeavingPod> pod, String otherwise) {
        return pod.map(PlanWords::leaves).orElse(otherwise);
    }

    /// What became of its place; that of the forecast where it is not over.
    private static String then(FactRow row) {
        return row.fact()
                .map(PlanWords::then)
                .orElseGet(() -> row.forecast().map(PlanWords::then).orElse("-"));
    }

    private static String closing(PlanFacts facts) {
        if (!facts.progress().failure().isEmpty()) {
            return "%s; %d of %d steps made, and what was done stays."
                    .formatted(
                            facts.progress().failure(),
                            facts.progress().steps(),
                            facts.progress().all());
        }
        if (facts.asForecast()) {
            return "It came as forecast.";
        }
        long pods = facts.rows().stream()
                .filter(row -> row.difference().isPresent())
                .count();
        return "It came differently: %d of %d pods%s."
                .formatted(
                        pods,
                        facts.rows().size(),
                        facts.differences().isEmpty() ? "" : ", " + String.join(", ", facts.differences()));
    }
}
