package dev.tenure.cli.print;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.plan.forecast.EvictionPlan;
import dev.tenure.plan.forecast.EvictionPlan.LeavingPod;
import dev.tenure.plan.forecast.EvictionPlan.Outcome;
import dev.tenure.plan.forecast.EvictionPlan.Spec;
import dev.tenure.plan.forecast.EvictionPlan.Status;
import dev.tenure.plan.forecast.EvictionPlan.Summary;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PlanTextTest {
    private static LeavingPod pod(int number) {
        Optional<Duration> after = Optional.of(Duration.ofSeconds(5));
        Outcome outcome = number == 0
                ? new Outcome.Lost("it has no controller")
                : new Outcome.Replaced("new-" + number, "node-9", after, Optional.empty(), 1, false);
        return new LeavingPod(
                "default",
                "web-" + number,
                "uid-" + number,
                "web",
                "node-1",
                after,
                after,
                "taint",
                "a:NoExecute",
                30,
                List.of(),
                outcome,
                Optional.empty(),
                Set.of());
    }

    private static EvictionPlan plan(int pods) {
        return new EvictionPlan(
                new Spec("taint node-1 a:NoExecute", "a test", Instant.parse("2026-01-01T00:00:00Z"), List.of()),
                new Status(
                        IntStream.range(0, pods).mapToObj(PlanTextTest::pod).toList(),
                        List.of(),
                        List.of(),
                        List.of(),
                        new Summary(pods, pods - 1, 0, 0, 1, 0),
                        List.of(),
                        Duration.ofHours(1),
                        true));
    }

    @Test
    void manyPodsAreToldByWorkloadAndOneByOneOnlyWhereItDoesNotEndWell() {
        assertThat(PlanText.of(plan(60), false)).isEqualTo("""
                        taint node-1 a:NoExecute
                        a test, at 2026-01-01T00:00:00Z

                        WORKLOAD      PODS   NODES   AFTER   RE-PLACED   PENDING   LOST   OTHER
                        default/web   60     1       5s      59          0         1      0

                        AFTER   POD             FROM     BECAUSE              THEN
                        5s      default/web-0   node-1   taint: a:NoExecute   lost: it has no controller

                        1 of 1 pods for which it does not end well are shown; -o wide shows all 60

                        Plan: 60 evicted, 59 re-placed, 0 pending, 0 budgets broken, 1 lost
                        """);
    }

    @Test
    void fewPodsAndThoseOfTheWideFormAreToldOneByOne() {
        assertThat(PlanText.of(plan(50), false)).contains("default/web-49").doesNotContain("WORKLOAD");
        assertThat(PlanText.of(plan(60), true)).contains("default/web-59").doesNotContain("WORKLOAD");
    }
}
