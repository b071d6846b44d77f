package dev.tenure.plan.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.plan.forecast.EvictionPlan.NewPod;
import dev.tenure.plan.forecast.EvictionPlan.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class NewPodRowsTest {
    private static NewPod placed(String workload, int number, Optional<Duration> ready) {
        return new NewPod(
                "shop", workload + "-" + number, "node-" + number % 10, ready, Optional.empty(), 1 + number % 2, false);
    }

    private static Stream<NewPod> placed(String workload, int count) {
        return IntStream.range(0, count)
                .mapToObj(number -> placed(workload, number, Optional.of(Duration.ofSeconds(number))));
    }

    private static NewPod waiting(int number) {
        var pending = new Outcome.Pending("web-w" + number, "0/10 nodes are available: 10 Too many pods.", List.of());
        return new NewPod("shop", "web-w" + number, "", Optional.empty(), Optional.of(pending), 1, false);
    }

    @Test
    void fewHaveARowEach() {
        List<NewPod> pods = placed("web", 2).toList();
        assertThat(NewPodRows.brief(pods))
                .containsExactly(
                        List.of("shop/web-0", "node-0", "placed, ready after 0s"),
                        List.of("shop/web-1", "node-1 or another of 2 as good", "placed, ready after 1s"));
    }

    @Test
    void ofMoreThanPeopleReadEachWorkloadHasARow() {
        var pods = new ArrayList<NewPod>();
        placed("web", 60).forEach(pods::add);
        pods.add(placed("web", 61, Optional.empty()));
        pods.add(placed("db", 3, Optional.of(Duration.ZERO)));
        pods.add(waiting(1));
        pods.add(waiting(2));

        assertThat(NewPodRows.brief(pods))
                .containsExactly(
                        List.of("61 x shop/web-*", "10 nodes", "placed, ready after 0s-59s, 1 not ready by the end"),
                        List.of("shop/db-3", "node-3 or another of 2 as good", "placed, ready after 0s"),
                        List.of("2 x shop/web-*", "none", "pending: 0/10 nodes are available: 10 Too many pods."));
        assertThat(NewPodRows.each(pods)).hasSize(63);
    }

    @Test
    void noneOfThemReadyIsSaidToo() {
        List<NewPod> pods = IntStream.range(0, 51)
                .mapToObj(number -> placed("web", 10 * number, Optional.empty()))
                .toList();
        assertThat(NewPodRows.brief(pods))
                .containsExactly(List.of("51 x shop/web-*", "node-0", "placed, not ready by the end"));
    }
}
