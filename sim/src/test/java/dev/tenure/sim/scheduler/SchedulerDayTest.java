package dev.tenure.sim.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// `-Dtenure.days=N` plays N days instead of a few; `-Dtenure.seed=S` begins with that one.
@Tag("long")
class SchedulerDayTest {
    /// The build plays the first third of a day.
    private static final int HOURS = Boolean.getBoolean("tenure.full") ? 24 : 8;

    static LongStream seeds() {
        long first = Long.getLong("tenure.seed", 1);
        return LongStream.range(first, first + Long.getLong("tenure.days", Boolean.getBoolean("tenure.full") ? 4 : 1));
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void aDayOfTroublesOverfillsNoNodeIgnoresNoTaintAndForgetsNoPod(long seed) {
        SchedulerDay.Summary day = new SchedulerDay(seed).run(Duration.ofHours(HOURS));
        assertThat(day.bound()).isGreaterThan(40 * HOURS);
        assertThat(day.failed()).isGreaterThan(2 * HOURS);
        assertThat(day.lost()).isGreaterThan(20 * HOURS);
        assertThat(day.crashes()).isGreaterThan(2 * HOURS);
    }
}
