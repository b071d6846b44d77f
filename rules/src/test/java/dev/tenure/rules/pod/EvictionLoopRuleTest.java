package dev.tenure.rules.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.rules.pod.EvictionLoopRule.EvictionLoop;
import dev.tenure.rules.pod.EvictionLoopRule.Failure;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class EvictionLoopRuleTest {
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
    private static final Duration WINDOW = Duration.ofMinutes(10);

    private static Failure failure(String owner, String node, int at) {
        Instant moment = NOON.plusSeconds(at);
        return new Failure(owner, node, "OutOfcpu", "at " + at, 1, moment, moment);
    }

    private static List<EvictionLoop> find(List<Failure> failures) {
        return EvictionLoopRule.find(failures, 5, WINDOW);
    }

    @Test
    void fiveWithinTheWindowAreALoopAndFourAreNone() {
        var failures = new ArrayList<Failure>();
        for (int i = 0; i < 4; i++) {
            failures.add(failure("ReplicaSet ns/a", "n", i * 150));
        }
        assertThat(find(failures)).isEmpty();
        failures.add(failure("ReplicaSet ns/a", "n", 600));
        assertThat(find(failures)).singleElement().satisfies(loop -> {
            assertThat(loop.often()).isEqualTo(5);
            assertThat(loop.failure().pods()).isEqualTo(5);
            assertThat(loop.failure().first()).isEqualTo(NOON);
            assertThat(loop.failure().last()).isEqualTo(NOON.plusSeconds(600));
            assertThat(loop.failure().message()).isEqualTo("at 600");
        });
    }

    @Test
    void whatIsFurtherApartThanTheWindowDoesNotCountTogether() {
        var failures = new ArrayList<Failure>();
        for (int i = 0; i < 20; i++) {
            failures.add(failure("ReplicaSet ns/a", "n", i * 151));
        }
        assertThat(find(failures)).isEmpty();
    }

    @Test
    void eachOwnerAndEachNodeCountsAlone() {
        var failures = new ArrayList<Failure>();
        for (int i = 0; i < 4; i++) {
            failures.add(failure("ReplicaSet ns/a", "n", i));
            failures.add(failure("ReplicaSet ns/a", "m", i));
            failures.add(failure("ReplicaSet ns/b", "n", i));
            failures.add(failure("", "n", i));
            failures.add(failure("", "n", i));
        }
        assertThat(find(failures)).isEmpty();
    }

    @Test
    void thoseThatAreToldTogetherCountAsOftenAsTheyAre() {
        var many = new Failure("DaemonSet ns/d", "n", "Evicted", "m", 300, NOON, NOON.plusSeconds(6_000));
        assertThat(find(List.of(many)))
                .singleElement()
                .satisfies(loop -> assertThat(loop.often()).isEqualTo(30));
        var slow = new Failure("DaemonSet ns/d", "n", "Evicted", "m", 30, NOON, NOON.plusSeconds(6_000));
        assertThat(find(List.of(slow))).isEmpty();
    }

    @Test
    void theLastToFailComesFirst() {
        var failures = new ArrayList<Failure>();
        for (int i = 0; i < 5; i++) {
            failures.add(failure("ReplicaSet ns/a", "n", i));
            failures.add(failure("ReplicaSet ns/b", "n", i + 100));
        }
        assertThat(find(failures))
                .extracting(loop -> loop.failure().owner())
                .containsExactly("ReplicaSet ns/b", "ReplicaSet ns/a");
    }
}
