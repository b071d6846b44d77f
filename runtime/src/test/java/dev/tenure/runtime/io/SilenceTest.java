package dev.tenure.runtime.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SilenceTest {
    private static final long PATIENCE_SECONDS = 30;

    private final Semaphore noticed = new Semaphore(0);

    private Silence after(Duration limit) {
        return new Silence(limit, noticed::release);
    }

    @Test
    void isNoticedAgainAndAgainWhileSomebodyListens() throws InterruptedException {
        Silence silence = after(Duration.ofMillis(5));
        silence.listen();
        assertThat(noticed.tryAcquire(3, PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        silence.leave();
    }

    @Test
    void whoComesAfterAllHaveLeftIsServedAgain() throws InterruptedException {
        Silence silence = after(Duration.ofMillis(5));
        for (int i = 0; i < 20; i++) {
            silence.listen();
            silence.leave();
        }
        silence.listen();
        assertThat(noticed.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        silence.leave();
    }
}
