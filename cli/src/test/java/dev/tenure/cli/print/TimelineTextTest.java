package dev.tenure.cli.print;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.plan.forecast.EvictionPlan;
import dev.tenure.plan.forecast.EvictionPlan.LeavingPod;
import dev.tenure.plan.forecast.EvictionPlan.Outcome;
import dev.tenure.plan.forecast.EvictionPlan.Span;
import dev.tenure.plan.forecast.EvictionPlan.Summary;
import dev.tenure.plan.timeline.ObservedEviction;
import dev.tenure.plan.timeline.ObservedEviction.Since;
import dev.tenure.plan.timeline.Timeline;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TimelineTextTest {
    private static final Instant NOW = Instant.parse("2026-01-31T10:00:00Z");

    private static ObservedEviction past(Instant at, String name, String node, Since since) {
        return new ObservedEviction(at, "default", name, node, "taint", "", since);
    }

    @Test
    void whatWasStandsBeforeThePresentAndWhatComesAfterIt() {
        var leaving = new LeavingPod(
                "default",
                "c",
                "u",
                "c",
                "node-1",
                Optional.of(Duration.ofMinutes(4)),
                Optional.of(Duration.ofMinutes(4)),
                "taint",
                "taint k:NoExecute",
                0,
                List.of(),
                new Outcome.Lost("it has no controller"),
                Optional.of(new Span(Duration.ofSeconds(230), Duration.ofSeconds(250))),
                Set.of("u", "v"));
        var coming = new EvictionPlan(
                new EvictionPlan.Spec("nothing", "a dump", NOW, List.of()),
                new EvictionPlan.Status(
                        List.of(leaving),
                        List.of(),
                        List.of(),
                        List.of(),
                        new Summary(1, 0, 0, 0, 1, 0),
                        List.of("a note"),
                        Duration.ofHours(1),
                        true));
        var timeline = new Timeline(
                "a dump",
                NOW,
                List.of(
                        past(NOW.minusSeconds(600), "a", "", Since.GONE),
                        past(NOW.plusSeconds(2), "b", "node-1", Since.STOPPING)),
                coming,
                List.of("no events"));

        assertThat(TimelineText.of(timeline, Screen.ENDLESS)).isEqualTo("""
            a dump, at 2026-01-31T10:00:00Z

            WHEN                    POD                               NODE      BECAUSE             THEN
            10m0s ago               default/a                         unknown   taint               gone
            0s ago                  default/b                         node-1    taint               stopping
            now
            in 4m0s (3m50s-4m10s)   default/c or another of 2 alike   node-1    taint k:NoExecute   lost: it has no controller

            ! no events
            ! a note

            Timeline: 2 left before, 1 coming
            """);
    }
}
