package dev.tenure.runtime.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class WaitLimitsTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final SimulatedWorld time = new SimulatedWorld(Instant.EPOCH);
    private final WaitLimits limits = new WaitLimits("limits", time);
    private final List<String> over = new ArrayList<>();

    @Test
    void whatIsOverIsToldOnceAndTheNextLookIsAtTheNextEnd() {
        limits.begin(SECOND, () -> over.add("one"));
        limits.begin(SECOND.multipliedBy(3), () -> over.add("three"));
        assertThat(limits.look()).isEqualTo(SECOND);
        time.advance(SECOND.minusNanos(1));
        limits.look();
        assertThat(over).isEmpty();
        time.advance(Duration.ofNanos(1));
        assertThat(limits.look()).isEqualTo(SECOND.multipliedBy(2));
        assertThat(limits.look()).isEqualTo(SECOND.multipliedBy(2));
        assertThat(over).containsExactly("one");
    }

    @Test
    void aWaitThatEndedInTimeIsNotTold() {
        try (WaitLimits.Limit _ = limits.begin(SECOND, () -> over.add("one"))) {
            limits.look();
        }
        time.advance(SECOND);
        limits.look();
        assertThat(over).isEmpty();
    }

    @Test
    void looksAreNotCloserToEachOtherThanALimitMayBeLate() {
        for (int i = 1; i <= 1_000; i++) {
            limits.begin(Duration.ofMillis(i), () -> over.add("one"));
        }
        int looks = 0;
        while (over.size() < 1_000) {
            time.advance(limits.look());
            looks++;
        }
        assertThat(looks).isLessThanOrEqualTo(22);
    }

    @Test
    void oneThatThrowsDoesNotKeepTheOthersFromTheirEnd() {
        limits.begin(SECOND, () -> {
            throw new IllegalStateException("nobody foresaw this");
        });
        limits.begin(SECOND, () -> over.add("other"));
        time.advance(SECOND);
        limits.look();
        assertThat(over).containsExactly("other");
    }

    @Test
    void anEndThatComesBeforeTheNextLookIsNotMissed() throws Exception {
        try (var real = new WaitLimits("limits")) {
            var late = new CountDownLatch(1);
            var soon = new CountDownLatch(1);
            real.begin(Duration.ofHours(1), late::countDown);
            real.begin(Duration.ofMillis(1), soon::countDown);
            soon.await();
            assertThat(late.getCount()).isEqualTo(1);
        }
    }
}
