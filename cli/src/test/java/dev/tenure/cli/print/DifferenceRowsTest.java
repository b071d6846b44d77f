package dev.tenure.cli.print;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.plan.compare.Comparison;
import dev.tenure.plan.compare.Comparison.Settings;
import dev.tenure.plan.compare.Difference;
import dev.tenure.plan.forecast.EvictionPlan;
import dev.tenure.plan.forecast.EvictionPlan.LeavingPod;
import dev.tenure.plan.forecast.EvictionPlan.Outcome;
import dev.tenure.plan.forecast.EvictionPlan.Spec;
import dev.tenure.plan.forecast.EvictionPlan.Status;
import dev.tenure.plan.forecast.EvictionPlan.Summary;
import dev.tenure.plan.forecast.Forecasts.Course;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DifferenceRowsTest {
    private static final Outcome READY =
            new Outcome.Replaced("new", "node-9", Optional.of(Duration.ZERO), Optional.empty(), 1, false);
    private static final Outcome WAITS = new Outcome.Pending("new", "no room", List.of());

    private final List<LeavingPod> a = new ArrayList<>();
    private final List<LeavingPod> b = new ArrayList<>();
    private final List<Difference> differences = new ArrayList<>();

    private static LeavingPod pod(String owner, int number, int leaves, Outcome outcome) {
        String name = owner + "-" + number;
        Optional<Duration> after = Optional.of(Duration.ofSeconds(leaves));
        return new LeavingPod(
                "shop",
                name,
                "uid-" + name,
                owner,
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

    private static Course course(List<LeavingPod> pods) {
        return new Course(
                new EvictionPlan(
                        new Spec("lose node node-1", "a dump", Instant.parse("2026-01-31T10:20:30Z"), List.of()),
                        new Status(
                                pods,
                                List.of(),
                                List.of(),
                                List.of(),
                                new Summary(0, 0, 0, 0, 0, 0),
                                List.of(),
                                Duration.ZERO,
                                true)),
                List.of(),
                List.of());
    }

    private void differ(LeavingPod one, LeavingPod other, boolean tie, String... fields) {
        a.add(one);
        b.add(other);
        differences.add(new Difference("pod", "shop", one.name(), List.of(fields), "in A", "in B", tie));
    }

    private void leaveOnlyInB(String owner, int count) {
        for (int i = 0; i < count; i++) {
            LeavingPod pod = pod(owner, i, 9, READY);
            b.add(pod);
            differences.add(
                    new Difference("pod", "shop", pod.name(), List.of("leaves"), "does not leave", "leaves", false));
        }
    }

    private Comparison comparison() {
        return new Comparison(new Settings(List.of(), List.of()), course(a), course(b), differences, List.of());
    }

    @Test
    void fewPodsHaveARowEach() {
        leaveOnlyInB("web", 50);
        assertThat(DifferenceRows.brief(comparison())).hasSize(50).isEqualTo(DifferenceRows.each(comparison()));
        assertThat(DifferenceRows.rest(comparison())).isEmpty();
    }

    @Test
    void ofMoreThanPeopleReadEachWorkloadHasARow() {
        for (int i = 0; i < 60; i++) {
            differ(pod("web", i, i, READY), pod("web", i, i + 30, i < 2 ? WAITS : READY), false, "time", "ready");
        }
        differ(pod("web", 60, 7, READY), pod("web", 60, 7, READY), true, "node");
        leaveOnlyInB("db", 1);
        differences.add(new Difference("budget", "shop", "web", List.of("lowest"), "lowest 9", "lowest 8", false));

        assertThat(DifferenceRows.brief(comparison()))
                .containsExactly(
                        List.of(
                                "61 pods",
                                "shop/web",
                                "61 leave after 0s-59s, 61 re-placed",
                                "61 leave after 7s-89s, 59 re-placed, 2 pending",
                                "node (a tie) 1, ready 60, time 60"),
                        List.of("1 pod", "shop/db", "1 stay", "1 leave after 9s, 1 re-placed", "leaves 1"),
                        List.of("budget", "shop/web", "lowest 9", "lowest 8", "lowest"));
        assertThat(DifferenceRows.rest(comparison())).contains("-o wide has a row for each of the 62 pods");
        assertThat(ComparisonText.of(comparison(), false)).contains("61 pods   shop/web");
        assertThat(ComparisonText.of(comparison(), true))
                .contains("shop/web-59")
                .doesNotContain("-o wide");
        assertThat(ComparisonText.markdown(comparison())).contains("| 61 pods | shop/web |", "\n* -o wide has");
    }

    @Test
    void theWorkloadsBeyondTheBoundAreOneRow() {
        for (int i = 0; i < 35; i++) {
            leaveOnlyInB("w%02d".formatted(i), 2);
        }
        List<List<String>> rows = DifferenceRows.brief(comparison());
        assertThat(rows).hasSize(31);
        assertThat(rows.getLast())
                .containsExactly("10 pods", "5 more", "10 stay", "10 leave after 9s, 10 re-placed", "leaves 10");
    }
}
