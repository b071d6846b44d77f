package dev.tenure.cli.print;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.plan.forecast.EvictionPlan;
import dev.tenure.plan.forecast.EvictionPlan.LeavingPod;
import dev.tenure.plan.forecast.EvictionPlan.Outcome;
import dev.tenure.plan.forecast.EvictionPlan.Status;
import dev.tenure.plan.forecast.EvictionPlan.Summary;
import dev.tenure.plan.saved.FactRow;
import dev.tenure.plan.saved.PlanFacts;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FactsTextTest {
    private static final Set<String> ALIKE = Set.of("uid-a", "uid-b", "uid-c");

    private static LeavingPod pod(String name, String node, int after) {
        return new LeavingPod(
                "default",
                name,
                "uid-" + name,
                "web",
                node,
                Optional.of(Duration.ofSeconds(after)),
                Optional.of(Duration.ofSeconds(after)),
                "scale-down",
                "deleted by system:serviceaccount:kube-system:replicaset-controller",
                30,
                List.of(),
                new Outcome.NotReplaced("its controller wants fewer pods"),
                Optional.empty(),
                ALIKE);
    }

    private static Status status(LeavingPod... pods) {
        return new Status(
                List.of(pods),
                List.of(),
                List.of(),
                List.of(),
                new Summary(0, 0, 0, 0, 0, 0),
                List.of(),
                Duration.ofMinutes(2),
                true);
    }

    @Test
    void whichPodWentInThePlaceOfOneLikeItIsSaidWithThePod() {
        var plan = new EvictionPlan(
                new EvictionPlan.Spec(
                        "scale deployment default/web to 1",
                        "a cluster",
                        Instant.parse("2026-01-31T10:20:30Z"),
                        List.of()),
                status(pod("a", "n1", 0), pod("b", "n2", 0)));
        List<FactRow> rows = List.of(
                new FactRow(Optional.of(pod("a", "n1", 0)), Optional.of(pod("c", "n3", 1)), Optional.empty(), 3),
                new FactRow(Optional.of(pod("b", "n2", 0)), Optional.of(pod("b", "n2", 1)), Optional.empty(), 3));
        var facts = new PlanFacts(
                plan, status(pod("c", "n3", 1), pod("b", "n2", 1)), rows, List.of(), new PlanFacts.Progress(1, 1, ""));

        assertThat(FactsText.of(facts)).isEqualTo("""
            scale deployment default/web to 1
            a cluster

            FORECAST   FACT   POD                                                      FROM   BECAUSE                                        THEN                              DIFFERENCE
            0s         1s     default/a (another of 3 alike went: default/c from n3)   n1     scale-down: deleted by replicaset-controller   its controller wants fewer pods   -
            0s         1s     default/b                                                n2     scale-down: deleted by replicaset-controller   its controller wants fewer pods   -

            Plan: 0 evicted, 0 re-placed, 0 pending, 0 budgets broken
            Fact: 0 evicted, 0 re-placed, 0 pending, 0 budgets broken
            It came as forecast.
            """);
    }
}
