package dev.tenure.cli.print;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.plan.forecast.EvictionPlan.Summary;
import dev.tenure.plan.resilience.Loss;
import dev.tenure.plan.resilience.Loss.Event;
import dev.tenure.plan.resilience.ResilienceReport;
import dev.tenure.rules.fit.Resources;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ResilienceTextTest {
    private static final Loss CARRIED = new Loss(
            new Event.NodeLost("b"),
            Optional.of(new Summary(3, 3, 0, 0, 0, 0)),
            0,
            List.of(),
            Resources.NONE,
            List.of());
    private static final Loss WORST = new Loss(
            new Event.ZoneLost("za"),
            Optional.of(new Summary(5, 3, 2, 1, 0, 0)),
            0,
            List.of("default/web"),
            new Resources(1500, 3L << 30, 0, 2, Map.of("nvidia.com/gpu", 2L)),
            List.of("a note"));
    private static final Loss UNKNOWN = new Loss(
            new Event.NodeDrained("c"),
            Optional.empty(),
            0,
            List.of(),
            Resources.NONE,
            List.of("there is no end to it"));

    private static ResilienceReport report(Loss... losses) {
        return new ResilienceReport(
                "a dump",
                Instant.parse("2026-01-31T10:20:30Z"),
                List.of(losses),
                List.of(),
                Map.of("the cluster is small", losses.length));
    }

    @Test
    void whatHurtsIsShownTheWorstFirst() {
        assertThat(ResilienceText.of(report(CARRIED, UNKNOWN, WORST), 0, false)).isEqualTo("""
            resilience
            a dump, at 2026-01-31T10:20:30Z

            LOSS           EVICTED   RE-PLACED   PENDING   LOST   DATA   KEPT   BUDGETS   NO ENDPOINTS   MISSING
            lose zone za   5         3           2         0      0      0      1         1              1500m CPU, 3Gi memory, 2 nvidia.com/gpu for 2 pods
            drain node c   ?         ?           ?         ?      ?      ?      ?         ?              ?
            ! lose zone za: a note
            ! drain node c: there is no end to it

            Headroom missing in one loss, at most: 1500m CPU, 3Gi memory, 2 nvidia.com/gpu for 2 pods

            Resilience: 1 of 3 losses are carried; the worst: lose zone za
            """);
    }

    @Test
    void whatHoldsForEveryLossIsSaidOnce() {
        var other = new Loss(new Event.ZoneLost("zb"), WORST.summary(), 0, List.of(), Resources.NONE, WORST.notes());

        assertThat(ResilienceText.of(report(WORST, other), 0, false))
                .containsOnlyOnce("a note")
                .contains("\n! a note\n");
        assertThat(ResilienceText.of(report(WORST, other, UNKNOWN), 0, false))
                .contains("! lose zone za, lose zone zb: a note");
    }

    @Test
    void theWorstAloneOrAllAreShownWhenAskedFor() {
        assertThat(ResilienceText.of(report(CARRIED, UNKNOWN, WORST), 1, false))
                .contains("lose zone za")
                .doesNotContain("drain node c");
        assertThat(ResilienceText.of(report(CARRIED, WORST), 0, true)).contains("lose node b    3         3");
    }

    @Test
    void aClusterThatCarriesEverythingNeedsNoTable() {
        assertThat(ResilienceText.of(report(CARRIED), 0, false))
                .doesNotContain("LOSS")
                .endsWith("\nResilience: 1 of 1 loss is carried\n");
    }

    @Test
    void whatWasWorkedOutAndWhatWasPlayedIsReported() {
        var report = new ResilienceReport(
                "a dump",
                Instant.parse("2026-01-31T10:20:30Z"),
                List.of(CARRIED, WORST),
                List.of(),
                Map.of("the nodes of a zone are lost one by one", 1));

        assertThat(ResilienceText.of(report, 0, false))
                .contains("Losses worked out of one world at rest: 1; in worlds of their own: 1, because the nodes of a"
                        + " zone are lost one by one\n");
    }

    @Test
    void markdownHasTheSameRows() {
        assertThat(ResilienceText.markdown(report(WORST), 0, false))
                .contains("| lose zone za | 5 | 3 | 2 | 0 | 0 | 0 | 1 | 1 | 1500m CPU, 3Gi memory, 2 nvidia.com/gpu for"
                        + " 2 pods |")
                .contains("* lose zone za: a note");
    }

    @Test
    void whatStrangersWroteIsNoMarkup() {
        var odd = new Loss(
                new Event.ZoneLost("a|b"),
                WORST.summary(),
                0,
                List.of(),
                Resources.NONE,
                List.of("<img>\n[here](https://example.org)"));

        assertThat(ResilienceText.markdown(report(odd), 0, false))
                .contains("| lose zone a\\|b | 5 |", "* lose zone a\\|b: &lt;img> \\[here](https://example.org)\n");
    }
}
