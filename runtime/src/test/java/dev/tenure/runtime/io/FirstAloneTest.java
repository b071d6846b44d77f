package dev.tenure.runtime.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class FirstAloneTest {
    private static final long PATIENCE_SECONDS = 30;

    private final FirstAlone first = new FirstAlone();
    private final BlockingQueue<Boolean> gone = new LinkedBlockingQueue<>();

    private void goBehind() {
        Background.run("behind", () -> {
            try {
                gone.add(first.go(Duration.ofSeconds(PATIENCE_SECONDS)));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    @Test
    void theOthersGoWhenTheFirstIsBack() throws InterruptedException {
        assertThat(first.go(Duration.ZERO)).isTrue();
        for (int i = 0; i < 10; i++) {
            goBehind();
        }
        assertThat(gone.poll(50, TimeUnit.MILLISECONDS)).isNull();
        first.back();
        for (int i = 0; i < 10; i++) {
            assertThat(gone.poll(PATIENCE_SECONDS, TimeUnit.SECONDS)).isFalse();
        }
        assertThat(first.go(Duration.ZERO)).as("nobody is first again").isFalse();
    }

    @Test
    void nobodyWaitsLongerThanHeWants() throws InterruptedException {
        assertThat(first.go(Duration.ZERO)).isTrue();
        assertThat(first.go(Duration.ofMillis(10))).isFalse();
    }
}
