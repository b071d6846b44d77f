package dev.tenure.launch.taints;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class EndTimeTest {
    private static final Instant NOON = Instant.parse("2026-11-30T12:00:00Z");
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    @ParameterizedTest
    @CsvSource({
        "14:00, 2026-11-30T13:00:00Z",
        "13:00:01, 2026-11-30T12:00:01Z",
        "13:00, 2026-12-01T12:00:00Z",
        "02:30, 2026-12-01T01:30:00Z",
        "2026-11-30T14:00:00Z, 2026-11-30T14:00:00Z",
        "2026-11-30T14:00+01:00, 2026-11-30T13:00:00Z"
    })
    void aMomentIsReadAsPeopleSayIt(String text, Instant moment) {
        assertThat(EndTime.parse(text, NOON, BERLIN)).isEqualTo(moment);
    }

    @ParameterizedTest
    @ValueSource(strings = {"25:00", "soon", "14", "2026-11-30"})
    void whatIsNoMomentIsRefused(String text) {
        assertThatThrownBy(() -> EndTime.parse(text, NOON, BERLIN)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void anHourThatClocksLeaveOutIsTheNextOneThatTheyShow() {
        Instant night = Instant.parse("2026-03-29T00:30:00Z");
        assertThat(EndTime.parse("02:30", night, BERLIN)).isEqualTo(Instant.parse("2026-03-29T01:30:00Z"));
    }
}
