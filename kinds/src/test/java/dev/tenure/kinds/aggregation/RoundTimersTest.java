package dev.tenure.kinds.aggregation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.runtime.time.GrowingPause;
import dev.tenure.runtime.time.Tick;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// When things are looked at.
class RoundTimersTest {
    private static final Tick NOW = new Tick(0);
    private static final Duration PERIOD = Duration.ofSeconds(30);

    private final RoundTimers timers =
            new RoundTimers(PERIOD, new GrowingPause(Duration.ofSeconds(1), Duration.ofSeconds(4)));

    @Test
    void whatHasChangedIsLookedAtAtOnceAndThenEverySoOften() {
        timers.at("a", NOW);
        assertThat(timers.take(NOW)).containsExactly("a");
        assertThat(timers.take(NOW)).isEmpty();
        timers.done("a", true, NOW);
        assertThat(timers.next()).contains(NOW.plus(PERIOD));
    }

    @Test
    void whatFailsIsLookedAtEverLater() {
        timers.at("a", NOW);
        for (int seconds : new int[] {1, 2, 4, 4}) {
            timers.take(NOW.plus(PERIOD));
            timers.done("a", false, NOW);
            assertThat(timers.next()).contains(NOW.plus(Duration.ofSeconds(seconds)));
        }
    }

    @Test
    void whatChangesWhileItIsLookedAtIsLookedAtAgain() {
        timers.at("a", NOW);
        timers.take(NOW);
        timers.at("a", NOW);
        assertThat(timers.take(NOW)).isEmpty();
        assertThat(timers.next()).isEmpty();
        timers.done("a", true, NOW);
        assertThat(timers.take(NOW)).containsExactly("a");
    }

    @Test
    void whatIsForgottenIsNotLookedAt() {
        timers.at("a", NOW);
        timers.forget("a");
        assertThat(timers.take(NOW)).isEmpty();
        assertThat(timers.next()).isEqualTo(Optional.empty());
    }
}
