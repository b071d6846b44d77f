package dev.tenure.runtime.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class TickTest {
    private static final Duration FOREVER = Duration.ofSeconds(Long.MAX_VALUE);

    @Test
    void movesForwardAndBack() {
        Tick tick = new Tick(1_000);

        assertThat(tick.plus(Duration.ofNanos(5))).isEqualTo(new Tick(1_005));
        assertThat(tick.minus(Duration.ofNanos(5))).isEqualTo(new Tick(995));
        assertThat(tick.minus(Duration.ofNanos(-5))).isEqualTo(new Tick(1_005));
        assertThat(tick.minus(Duration.ofNanos(5)).since(tick)).isEqualTo(Duration.ofNanos(-5));
    }

    @Test
    void staysAtTheEndsOfTime() {
        Tick tick = new Tick(1_000);

        assertThat(tick.plus(FOREVER)).isEqualTo(new Tick(Long.MAX_VALUE));
        assertThat(tick.minus(FOREVER)).isEqualTo(new Tick(Long.MIN_VALUE));
        assertThat(tick.minus(FOREVER.negated())).isEqualTo(new Tick(Long.MAX_VALUE));
        assertThat(new Tick(Long.MIN_VALUE).minus(Duration.ofNanos(1))).isEqualTo(new Tick(Long.MIN_VALUE));
    }
}
