package dev.tenure.controllers.legacytokencleaner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.legacytokencleaner.LegacyTokenRule.Fate;
import dev.tenure.controllers.legacytokencleaner.LegacyTokenRule.Token;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Upstream: TestLegacySATokenCleaner, and the borders of days.
final class LegacyTokenRuleTest {
    private static final Duration PERIOD = Duration.ofDays(10);
    private static final Instant NOW = Instant.parse("2026-05-20T12:00:00Z");
    private static final Instant OLD = Instant.parse("2026-05-10T11:59:59Z");

    private static Token token(String lastUsed) {
        return new Token(OLD, false, Optional.of(lastUsed), Optional.empty());
    }

    private static Fate fate(String invalidSince) {
        var token = new Token(OLD, false, Optional.empty(), Optional.of(invalidSince));
        return LegacyTokenRule.fate(token, PERIOD, NOW);
    }

    @Test
    void trackingCountsFromTheDayAfterItBegan() {
        assertThat(LegacyTokenRule.isTrackedLongEnough("2026-05-09", PERIOD, NOW))
                .isTrue();
        assertThat(LegacyTokenRule.isTrackedLongEnough("2026-05-10", PERIOD, NOW))
                .isFalse();
        assertThat(LegacyTokenRule.isTrackedLongEnough("2026-05-10", PERIOD, Instant.parse("2026-05-21T00:00:00Z")))
                .isTrue();
        assertThat(LegacyTokenRule.isTrackedLongEnough("", PERIOD, NOW)).isFalse();
        assertThat(LegacyTokenRule.isTrackedLongEnough("2026-5-1", PERIOD, NOW)).isFalse();
    }

    @Test
    void aTokenIsUnusedWhenItIsOldAndWasUsedBeforeThePeriod() {
        var never = new Token(OLD, false, Optional.empty(), Optional.empty());
        assertThat(LegacyTokenRule.isUnused(never, PERIOD, NOW)).isTrue();
        assertThat(LegacyTokenRule.isUnused(
                        new Token(NOW.minus(PERIOD), false, Optional.empty(), Optional.empty()), PERIOD, NOW))
                .isFalse();
        assertThat(LegacyTokenRule.isUnused(new Token(OLD, true, Optional.empty(), Optional.empty()), PERIOD, NOW))
                .isFalse();
        assertThat(LegacyTokenRule.isUnused(token("2026-05-09"), PERIOD, NOW)).isTrue();
        assertThat(LegacyTokenRule.isUnused(token("2026-05-10"), PERIOD, NOW)).isFalse();
        assertThat(LegacyTokenRule.isUnused(token("2026-05-21"), PERIOD, NOW)).isFalse();
        assertThat(LegacyTokenRule.isUnused(token("long ago"), PERIOD, NOW)).isFalse();
        assertThat(LegacyTokenRule.isUnused(token(""), PERIOD, NOW)).isFalse();
    }

    @Test
    void itIsMarkedFirstAndDeletedWhenThePeriodHasPassedAgain() {
        var marked = new Fate.MarkInvalid(LocalDate.parse("2026-05-20"));
        var unmarked = new Token(OLD, false, Optional.empty(), Optional.empty());
        assertThat(LegacyTokenRule.fate(unmarked, PERIOD, NOW)).isEqualTo(marked);
        assertThat(fate("yes")).isEqualTo(marked);
        assertThat(fate("2026-05-20")).isEqualTo(new Fate.Keep());
        assertThat(fate("2026-05-10")).isEqualTo(new Fate.Keep());
        assertThat(fate("2026-05-09")).isEqualTo(new Fate.Delete());
    }
}
