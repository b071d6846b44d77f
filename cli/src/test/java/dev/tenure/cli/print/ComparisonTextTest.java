package dev.tenure.cli.print;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.plan.change.DrainFilterRule;
import dev.tenure.plan.compare.Comparison;
import dev.tenure.plan.compare.Comparison.Settings;
import dev.tenure.plan.forecast.EvictionPlan;
import dev.tenure.plan.forecast.EvictionPlan.Spec;
import dev.tenure.plan.forecast.EvictionPlan.Status;
import dev.tenure.plan.forecast.EvictionPlan.Summary;
import dev.tenure.plan.forecast.Forecasts.Course;
import dev.tenure.plan.report.TwoPlansHtml;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ComparisonTextTest {
    private static final String REFUSAL =
            DrainFilterRule.refused("n", "cannot delete Pods with local storage", List.of("default/<b>|odd"));

    /// @param notes of what comes of it
    static Comparison comparison(String change, List<String> notes) {
        var plan = new EvictionPlan(
                new Spec(change, "a dump", Instant.parse("2026-01-31T10:20:30Z"), List.of()),
                new Status(
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of(),
                        new Summary(0, 0, 0, 0, 0, 0),
                        notes,
                        Duration.ZERO,
                        true));
        var course = new Course(plan, List.of(), List.of());
        return new Comparison(new Settings(List.of(), List.of()), course, course, List.of(), List.of("a note"));
    }

    private static String html(Comparison comparison) {
        return TwoPlansHtml.of(ComparisonText.page(comparison), comparison.a(), comparison.b());
    }

    @Test
    void whatKubectlWouldRefuseIsToldInEveryForm() {
        Comparison comparison = comparison("drain node n", List.of(REFUSAL));

        assertThat(ComparisonText.of(comparison, true)).contains("\n! " + REFUSAL + "\n! a note\n");
        assertThat(ComparisonText.markdown(comparison))
                .contains("\n* drain of node n is refused: cannot delete Pods with local storage:"
                        + " default/&lt;b>\\|odd\n* a note\n");
        assertThat(html(comparison))
                .contains(
                        "<td>drain of node n is refused: cannot delete Pods with local storage: default/&lt;b&gt;|odd</td>",
                        "<td>a note</td>");
    }

    @Test
    void theChangeInStrangersWordsIsNoMarkup() {
        Comparison comparison = comparison("apply [a|b](https://example.org)<img>", List.of());

        assertThat(ComparisonText.markdown(comparison))
                .startsWith("### Compare: apply \\[a\\|b](https://example.org)&lt;img>\n");
        assertThat(html(comparison))
                .contains("<h1>Compare: apply [a|b](https://example.org)&lt;img&gt;</h1>")
                .doesNotContain("<img>");
    }
}
