package dev.tenure.kubelet.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.runtime.time.Tick;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class BackoffStateTest {
    private static final Tick START = new Tick(0);

    private final BackoffState state = new BackoffState();

    @Test
    void firstRestartDoesNotWait() {
        assertThat(state.left("c", START, START)).isEmpty();
    }

    @Test
    void k8WaitsDoubleFromTenSecondsToFiveMinutes() {
        Tick now = START;
        for (long expected : new long[] {10, 20, 40, 80, 160, 300, 300}) {
            state.tried("c", now, now);
            assertThat(state.left("c", now, now).orElseThrow().whole()).isEqualTo(Duration.ofSeconds(expected));
            now = now.plus(Duration.ofSeconds(expected));
            assertThat(state.left("c", now.plus(Duration.ofSeconds(-expected)), now))
                    .isEmpty();
        }
    }

    @Test
    void waitCountsFromTheEndOfTheContainer() {
        state.tried("c", START, START);
        Tick ended = START.plus(Duration.ofSeconds(100));
        assertThat(state.left("c", ended, ended.plus(Duration.ofSeconds(4)))
                        .orElseThrow()
                        .left())
                .isEqualTo(Duration.ofSeconds(6));
    }

    @Test
    void k8TenMinutesWithoutFailureAreForgiven() {
        state.tried("c", START, START);
        Tick late = START.plus(Duration.ofSeconds(601));
        assertThat(state.left("c", late, late)).isEmpty();
    }
}
