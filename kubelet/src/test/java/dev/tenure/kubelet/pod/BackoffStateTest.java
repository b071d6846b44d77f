package dev.tenure.kubelet.pod;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class BackoffStateTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final BackoffState state = new BackoffState();

    @Test
    void firstRestartDoesNotWait() {
        assertThat(state.left("c", START, START)).isEmpty();
    }

    @Test
    void k8WaitsDoubleFromTenSecondsToFiveMinutes() {
        Instant now = START;
        for (long expected : new long[] {10, 20, 40, 80, 160, 300, 300}) {
            state.tried("c", now, now);
            assertThat(state.left("c", now, now).orElseThrow().whole()).isEqualTo(Duration.ofSeconds(expected));
            now = now.plusSeconds(expected);
            assertThat(state.left("c", now.minusSeconds(expected), now)).isEmpty();
        }
    }

    @Test
    void waitCountsFromTheEndOfTheContainer() {
        state.tried("c", START, START);
        Instant ended = START.plusSeconds(100);
        assertThat(state.left("c", ended, ended.plusSeconds(4)).orElseThrow().left())
                .isEqualTo(Duration.ofSeconds(6));
    }

    @Test
    void k8TenMinutesWithoutFailureAreForgiven() {
        state.tried("c", START, START);
        Instant late = START.plusSeconds(601);
        assertThat(state.left("c", late, late)).isEmpty();
    }
}
