package dev.tenure.launch.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import dev.tenure.store.StoreUnavailableException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class EtcdPatienceTest {
    private final StoreUnavailableException passing =
            StoreUnavailableException.passing("gone", new IOException("gone"));
    private final StoreUnavailableException unknown =
            StoreUnavailableException.unknown("was cancelled", new IOException("cancelled"));

    private int tries;
    private Tick now = new Tick(0);

    /// Two seconds later with each look.
    private final TimeSource time = new TimeSource() {
        @Override
        public Instant wall() {
            return Instant.EPOCH;
        }

        @Override
        public Tick now() {
            now = now.plus(Duration.ofSeconds(2));
            return now;
        }
    };

    @Test
    void aStartGoesOnOnceEtcdAnswers() throws IOException {
        String started = EtcdPatience.start(
                () -> {
                    tries++;
                    if (tries <= 3) {
                        throw tries == 2 ? unknown : passing;
                    }
                    return "started";
                },
                time,
                () -> false);
        assertThat(started).isEqualTo("started");
        assertThat(tries).isEqualTo(4);
    }

    @Test
    void afterAMinuteItIsGivenUp() {
        assertThatThrownBy(() -> EtcdPatience.start(
                        () -> {
                            tries++;
                            throw passing;
                        },
                        time,
                        () -> false))
                .isSameAs(passing);
        assertThat(now.since(new Tick(0))).isBetween(EtcdPatience.LIMIT, EtcdPatience.LIMIT.plusSeconds(20));
        assertThat(tries).isGreaterThan(4);
    }

    @Test
    void whoIsAskedToStopWaitsNoLonger() {
        assertThatThrownBy(() -> EtcdPatience.start(
                        () -> {
                            tries++;
                            throw passing;
                        },
                        time,
                        () -> tries == 3))
                .isSameAs(passing);
        assertThat(tries).isEqualTo(3);
    }

    @Test
    void whatNoWaitingMendsEndsItAtOnce() {
        var lasting = new StoreUnavailableException("a newer format");
        assertThatThrownBy(() -> EtcdPatience.start(
                        () -> {
                            tries++;
                            throw lasting;
                        },
                        time,
                        () -> false))
                .isSameAs(lasting);
        assertThat(tries).isOne();
    }
}
