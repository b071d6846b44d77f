package dev.tenure.kinds.value;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StringFormatsTest {
    @Test
    void durationsAreThoseOfGoOrAmountsOfUnits() {
        assertThat(StringFormats.duration("1h30m")).contains(Duration.ofMinutes(90));
        assertThat(StringFormats.duration("2 weeks and 1 day")).contains(Duration.ofDays(15));
    }

    /// A text that comes to more than 64 bits of nanoseconds goes round, as a number of Go does.
    @Test
    void longDurationsGoRound() {
        assertThat(StringFormats.duration("999999999999999w")).contains(Duration.ofNanos(-707_962_091_615_092_736L));
        assertThat(StringFormats.duration("9223372036854775807 days 1 day")).contains(Duration.ZERO);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "1", "day", "9223372036854775808 days", "5 parsecs", "1 day 9223372036854775808 parsecs"})
    void otherTextsAreNoDurations(String text) {
        assertThat(StringFormats.duration(text)).isEmpty();
    }
}
