package dev.tenure.runtime.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/// A name is recent for a while, and as long as there is room for it.
final class RecentNamesTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private final RecentNames names = new RecentNames(2, Duration.ofSeconds(30));

    @Test
    void aNameIsRecentForAWhile() {
        assertThat(names.isRecent("a", NOW)).isFalse();
        names.note("a", NOW);

        assertThat(names.isRecent("a", NOW.plusSeconds(29))).isTrue();
        assertThat(names.isRecent("a", NOW.plusSeconds(30))).isFalse();
        assertThat(names.isRecent("a", NOW.minusSeconds(1))).isFalse();
    }

    @Test
    void theOneNotedFirstMakesRoom() {
        names.note("a", NOW);
        names.note("b", NOW);
        names.note("a", NOW);
        names.note("c", NOW);

        assertThat(names.isRecent("a", NOW)).isTrue();
        assertThat(names.isRecent("b", NOW)).isFalse();
        assertThat(names.isRecent("c", NOW)).isTrue();
    }
}
