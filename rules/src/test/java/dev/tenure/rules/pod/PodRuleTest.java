package dev.tenure.rules.pod;

import static dev.tenure.rules.Samples.NOW;
import static dev.tenure.rules.Samples.deleting;
import static dev.tenure.rules.Samples.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.Pod;
import dev.tenure.model.core.PodPhase;
import org.junit.jupiter.api.Test;

final class PodRuleTest {
    @Test
    void aPodIsActiveUntilItEndsOrIsDeleted() {
        for (PodPhase phase : PodPhase.values()) {
            boolean ended = phase == PodPhase.SUCCEEDED || phase == PodPhase.FAILED;
            assertThat(PodRule.active(pod("a", phase, true))).as("%s", phase).isEqualTo(!ended);
            assertThat(PodRule.active(deleting(pod("a", phase, true)))).isFalse();
        }
    }

    @Test
    void aPodIsAvailableOnceItHasBeenReadyLongEnough() {
        Pod ready = pod("a", PodPhase.RUNNING, true);

        assertThat(PodRule.available(ready, 0, ClockReading.steady(NOW))).isTrue();
        assertThat(PodRule.available(
                        ready, 10, ClockReading.steady(NOW.plusSeconds(10).minusNanos(1))))
                .isFalse();
        assertThat(PodRule.available(ready, 10, ClockReading.steady(NOW.plusSeconds(10))))
                .isTrue();
        assertThat(PodRule.available(pod("a", PodPhase.RUNNING, false), 0, ClockReading.steady(NOW)))
                .isFalse();
        assertThat(PodRule.availableFrom(ready, 10)).contains(NOW.plusSeconds(10));
    }
}
