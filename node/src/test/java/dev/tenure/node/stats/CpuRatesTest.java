package dev.tenure.node.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CpuRatesTest {
    private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");

    private final CpuRates rates = new CpuRates();

    @Test
    void theFirstLookHasNoRateTheNextTheOneBetween() {
        assertThat(rates.rate("a", START, 1_000)).isEmpty();
        assertThat(rates.rate("a", START.plusSeconds(2), 4_000_001_000L)).hasValue(2_000_000_000);
        assertThat(rates.rate("b", START.plusSeconds(2), 5)).isEmpty();
    }

    @Test
    void whoAsksAgainWithinASecondIsToldTheRateOfBefore() {
        rates.rate("a", START, 0);
        assertThat(rates.rate("a", START.plusMillis(999), 7)).isEmpty();
        assertThat(rates.rate("a", START.plusSeconds(1), 100)).hasValue(100);
        assertThat(rates.rate("a", START.plusMillis(1_900), 100_000)).hasValue(100);
        assertThat(rates.rate("a", START.plusSeconds(2), 300)).hasValue(200);
    }

    @Test
    void whatBeganAnewOrAClockThatWasSetHasNoRate() {
        rates.rate("a", START, 500);
        assertThat(rates.rate("a", START.plusSeconds(5), 400)).isEqualTo(OptionalLong.empty());
        assertThat(rates.rate("a", START.plusSeconds(6), 450)).hasValue(50);
        assertThat(rates.rate("a", START.minusSeconds(60), 500)).isEmpty();
        assertThat(rates.rate("a", START.minusSeconds(58), 700)).hasValue(100);
    }

    @Test
    void whatIsGoneIsForgotten() {
        rates.rate("a", START, 0);
        rates.rate("b", START, 0);
        rates.keep(Set.of("b"));
        assertThat(rates.rate("a", START.plusSeconds(1), 10)).isEmpty();
        assertThat(rates.rate("b", START.plusSeconds(1), 10)).hasValue(10);
    }
}
