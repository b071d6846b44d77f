package dev.tenure.runtime.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ReadIdleTimeoutTest {
    private static final long PATIENCE_SECONDS = 30;

    private final Semaphore noticed = new Semaphore(0);

    private ReadIdleTimeout after(Duration limit) {
        return new ReadIdleTimeout(limit, noticed::release);
    }

    @Test
    void isNoticedAgainAndAgainWhileSomebodyListens() throws InterruptedException {
        ReadIdleTimeout timeout = after(Duration.ofMillis(5));
        timeout.listen();
        assertThat(noticed.tryAcquire(3, PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        timeout.leave();
    }

    @Test
    void whoComesAfterAllHaveLeftIsServedAgain() throws InterruptedException {
        ReadIdleTimeout timeout = after(Duration.ofMillis(5));
        for (int i = 0; i < 20; i++) {
            timeout.listen();
            timeout.leave();
        }
        timeout.listen();
        assertThat(noticed.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        timeout.leave();
    }
}
