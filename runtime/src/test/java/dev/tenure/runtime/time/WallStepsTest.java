package dev.tenure.runtime.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WallStepsTest {
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

    private static Instant at(String clock) {
        return Instant.parse("2026-01-01T" + clock + "Z");
    }

    private static WallSteps set(Duration by) {
        return WallSteps.NONE.with(new WallSteps.Step(NOON, NOON.plus(by)));
    }

    /// The clock was set back by an hour at noon.
    @ParameterizedTest
    @CsvSource({
        "11:59:50, 11:00:05, 10:59:50",
        "10:30:00, 11:00:05, 09:30:00",
        "11:00:03, 11:00:05, 11:00:03",
        "10:59:59.500, 11:00:05, 10:59:59.500",
        "11:30:00, 11:29:00, 10:30:00",
        "11:30:00, 11:31:00, 11:30:00",
        "12:00:00, 11:00:05, 11:00:00",
        "12:30:00, 11:00:05, 12:30:00"
    })
    void whatWasWrittenBeforeTheClockWasSetBackIsAnHourEarlier(String written, String now, String meant) {
        assertThat(set(Duration.ofHours(-1)).asOfNow(at(written), at(now))).isEqualTo(at(meant));
    }

    /// The clock was set forward by an hour at noon. What lies between belongs to nobody.
    @ParameterizedTest
    @CsvSource({
        "11:59:50, 13:00:05, 12:59:50",
        "12:00:00.900, 13:00:05, 13:00:00.900",
        "12:30:00, 13:00:05, 13:00:00",
        "13:00:03, 13:00:05, 13:00:03",
        "13:30:00, 13:00:05, 13:30:00"
    })
    void whatWasWrittenBeforeTheClockWasSetForwardIsAnHourLater(String written, String now, String meant) {
        assertThat(set(Duration.ofHours(1)).asOfNow(at(written), at(now))).isEqualTo(at(meant));
    }

    @ParameterizedTest
    @CsvSource({"11:00:00, 11:00:00", "12:10:00, 12:10:00"})
    void stepsThereAndBackCancelEachOther(String written, String meant) {
        WallSteps steps = set(Duration.ofHours(1)).with(new WallSteps.Step(at("13:05:00"), at("12:05:00")));
        assertThat(steps.total()).isZero();
        assertThat(steps.asOfNow(at(written), at("12:20:00"))).isEqualTo(at(meant));
    }
}
