package dev.tenure.wire.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TimeReaderTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026-02-28T23:59:59Z",
                "2026-01-01T00:00:00.123456Z",
                "1969-12-31T23:59:59.000001Z",
                "2026-01-01T01:02:03+02:00",
                "2026-01-01T01:02:03.5Z",
                "0001-01-01T00:00:00Z"
            })
    void everyFormIsRead(String text) {
        assertThat(TimeReader.parse(text)).isEqualTo(OffsetDateTime.parse(text).toInstant());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "now",
                "2026-13-01T00:00:00Z",
                "2026-02-30T00:00:00Z",
                "2026-01-01T24:00:01Z",
                "2026-01-0aT00:00:00Z"
            })
    void whatIsNoTimeIsRefused(String text) {
        assertThatThrownBy(() -> TimeReader.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void theQuickWayAgreesWithTheFormatter() {
        long seed = 77;
        Random random = new Random(seed);
        for (int i = 0; i < 10_000; i++) {
            Instant time = Instant.ofEpochSecond(random.nextLong(4_000_000_000L), random.nextInt(1_000_000) * 1000L);
            assertThat(TimeReader.parse(time.toString())).as("seed %d", seed).isEqualTo(time);
        }
    }
}
