package dev.tenure.wire.json.decode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.wire.json.decode.Times.Epoch;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TimesTest {
    private static final long FIRST_SECONDS =
            Instant.parse("0001-01-01T00:00:01Z").getEpochSecond();
    private static final long LAST_SECONDS =
            Instant.parse("9999-12-31T23:59:59Z").getEpochSecond();

    @Test
    void whatIsWrittenIsReadAsTheSameMoment() {
        var random = new Random(11);
        for (int i = 0; i < 20_000; i++) {
            long seconds = random.nextLong(FIRST_SECONDS, LAST_SECONDS + 1);
            int nanos = random.nextInt(1_000_000) * 1_000;
            String micros = Times.ofEpoch(seconds, nanos, true).orElseThrow();
            String whole = Times.ofEpoch(seconds, nanos, false).orElseThrow();

            assertThat(Times.toEpoch(micros)).as(micros).isEqualTo(new Epoch(seconds, nanos));
            assertThat(Times.toEpoch(whole)).as(whole).isEqualTo(new Epoch(seconds, 0));
            assertThat(Times.toEpoch(whole).seconds())
                    .isEqualTo(Instant.parse(whole).getEpochSecond());
        }
    }

    @Test
    void aYearMayHaveFiveDigits() {
        assertThat(Times.toEpoch("10000-01-01T00:00:00Z")).isEqualTo(new Epoch(LAST_SECONDS + 1, 0));
    }
}
