package dev.tenure.runtime.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.runtime.loop.SimulatedWorld;
import dev.tenure.runtime.time.Tick;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class AttendedTimeTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final SimulatedWorld time = new SimulatedWorld(Instant.EPOCH);
    private final AttendedTime attended = new AttendedTime(time);
    private final Tick begun = attended.now();

    private Duration counted() {
        return attended.now().since(begun);
    }

    @Test
    void allOfItCountsWhileLooksComeInTime() {
        for (int i = 0; i < 90; i++) {
            time.advance(SECOND);
            attended.look();
        }
        time.advance(SECOND);
        assertThat(counted()).isEqualTo(Duration.ofSeconds(91));
    }

    @Test
    void aMinuteWithoutALookIsTwoSecondsAndItGoesOnFromThere() {
        time.advance(MINUTE);
        assertThat(counted()).isEqualTo(Duration.ofSeconds(2));
        attended.look();
        assertThat(counted()).isEqualTo(Duration.ofSeconds(2));
        time.advance(SECOND);
        assertThat(counted()).isEqualTo(Duration.ofSeconds(3));
        time.advance(MINUTE);
        attended.look();
        time.advance(SECOND);
        assertThat(counted()).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void itNeverGoesBack() {
        Tick before = attended.now();
        for (int i = 0; i < 1_000; i++) {
            time.advance(Duration.ofMillis(i % 7 * 700L));
            if (i % 3 == 0) {
                attended.look();
            }
            Tick now = attended.now();
            assertThat(now).isGreaterThanOrEqualTo(before);
            before = now;
        }
    }
}
