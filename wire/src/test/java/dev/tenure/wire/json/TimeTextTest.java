package dev.tenure.wire.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

/// Which values say a moment.
final class TimeTextTest {
    private static JsonNode value(String text) {
        return Json.object().put("at", text).path("at");
    }

    @Test
    void aTimeIsReadWithFractionsAndOffset() {
        assertThat(value("2026-01-01T00:00:00.5Z").asTime())
                .contains(Instant.ofEpochSecond(1_767_225_600, 500_000_000));
        assertThat(value("2026-01-01T01:00:00+01:00").asTime()).contains(Instant.ofEpochSecond(1_767_225_600));
    }

    @Test
    void whatIsNoneSaysNone() {
        assertThat(value("").asTime()).isEmpty();
        assertThat(value("yesterday").asTime()).isEmpty();
        assertThat(Json.object().put("at", 5).path("at").asTime()).isEmpty();
        assertThat(Json.object().path("at").asTime()).isEmpty();
    }
}
