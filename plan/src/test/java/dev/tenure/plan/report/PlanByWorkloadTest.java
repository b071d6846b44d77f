package dev.tenure.plan.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.plan.forecast.EvictionPlan;
import dev.tenure.plan.forecast.EvictionPlan.LeavingPod;
import dev.tenure.plan.forecast.EvictionPlan.Outcome;
import dev.tenure.plan.forecast.EvictionPlan.Spec;
import dev.tenure.plan.forecast.EvictionPlan.Status;
import dev.tenure.plan.forecast.EvictionPlan.Summary;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PlanByWorkloadTest {
    private static final Optional<Duration> AT_ONCE = Optional.of(Duration.ZERO);
    private static final Outcome READY =
            new Outcome.Replaced("new", "node-9", Optional.of(Duration.ofSeconds(4)), Optional.empty(), 1, false);
    private static final Outcome WAITS = new Outcome.Pending("new", "no room", List.of());

    private static LeavingPod pod(String owner, int number, Optional<Duration> leaves, Outcome outcome) {
        String name = owner + "-" + number;
        return new LeavingPod(
                "shop",
                name,
                "uid-" + name,
                owner.equals("bare") ? name : owner,
                "node-" + number % 10,
                leaves,
                leaves,
                "taint",
                "a:NoExecute",
                30,
                List.of(),
                outcome,
                Optional.empty(),
                Set.of());
    }

    private static Stream<LeavingPod> pods(String owner, int count, Outcome outcome) {
        return IntStream.range(0, count)
                .mapToObj(number -> pod(owner, number, Optional.of(Duration.ofSeconds(number)), outcome));
    }

    private static List<LeavingPod> many() {
        var pods = new ArrayList<LeavingPod>();
        pods("web", 60, READY).forEach(pods::add);
        pods("db", 3, WAITS).forEach(pods::add);
        pods("bare", 2, new Outcome.Lost("it has no controller")).forEach(pods::add);
        pods("logs", 10, new Outcome.NotReplaced("a pod of a DaemonSet")).forEach(pods::add);
        pods.add(pod("held", 1, Optional.empty(), new Outcome.NotReplaced("a budget keeps it")));
        return pods;
    }

    @Test
    void theWorstWorkloadComesFirstAndEachIsOneRow() {
        assertThat(PlanByWorkload.rows(many()))
                .containsExactly(
                        List.of("shop/db", "3", "3", "0s-2s", "0", "3", "0", "0"),
                        List.of("shop/(no controller)", "2", "2", "0s-1s", "0", "0", "2", "0"),
                        List.of("shop/held", "1", "1", "stay", "0", "0", "0", "1"),
                        List.of("shop/web", "60", "10", "0s-59s", "60", "0", "0", "0"),
                        List.of("shop/logs", "10", "10", "0s-9s", "0", "0", "0", "10"));
    }

    @Test
    void ofSinglePodsThoseAreToldForWhichItDoesNotEndWell() {
        assertThat(PlanByWorkload.notWell(many()))
                .extracting(LeavingPod::name)
                .containsExactly("db-0", "db-1", "db-2", "bare-0", "bare-1", "held-1");
        assertThat(PlanByWorkload.rest(many(), "-o wide"))
                .isEqualTo("6 of 6 pods for which it does not end well are shown; -o wide shows all 76");
        assertThat(PlanByWorkload.rest(pods("web", 60, READY).toList(), "-o wide"))
                .isEqualTo("no pod is left without a ready replacement; -o wide shows all 60");
    }

    @Test
    void aReplacementThatIsNotReadyByTheEndIsNoGoodEnd() {
        Outcome slow = new Outcome.Replaced("new", "node-9", Optional.empty(), Optional.empty(), 1, false);
        assertThat(PlanByWorkload.notWell(List.of(pod("web", 1, AT_ONCE, slow))))
                .hasSize(1);
    }

    @Test
    void thereAreNeverMoreRowsThanPeopleRead() {
        List<LeavingPod> pods = IntStream.range(0, 100)
                .mapToObj(number -> pod("app%d".formatted(number), number, AT_ONCE, WAITS))
                .toList();
        List<List<String>> rows = PlanByWorkload.rows(pods);
        assertThat(rows).hasSize(PlanByWorkload.ROWS_MAX + 1);
        assertThat(rows.getLast()).startsWith("70 more", "70", "10", "0s");
        assertThat(PlanByWorkload.notWell(pods)).hasSize(PlanByWorkload.ROWS_MAX);
        assertThat(PlanByWorkload.rest(pods, "x")).startsWith("30 of 100 pods");
    }

    @Test
    void aCommentOnAChangeKeepsItsBound() {
        String comment = PlanMarkdown.of(plan(many()));
        assertThat(comment)
                .contains("| Workload | Pods |", "| shop/web | 60 |", "| 0s | shop/db-0 |", "* 6 of 6 pods")
                .doesNotContain("shop/web-1 ");
        assertThat(PlanMarkdown.of(
                        plan(pods("web", PlanByWorkload.PODS_MAX, READY).toList())))
                .contains("shop/web-1 ")
                .doesNotContain("| Workload |");
    }

    private static EvictionPlan plan(List<LeavingPod> pods) {
        return new EvictionPlan(
                new Spec("taint node-1 a:NoExecute", "a test", Instant.parse("2026-01-01T00:00:00Z"), List.of()),
                new Status(
                        pods,
                        List.of(),
                        List.of(),
                        List.of(),
                        new Summary(0, 0, 0, 0, 0, 0),
                        List.of(),
                        Duration.ofHours(1),
                        true));
    }
}
