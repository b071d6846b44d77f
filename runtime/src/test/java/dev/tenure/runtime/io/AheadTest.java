package dev.tenure.runtime.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/// What is fetched ahead is there when it is wanted, and so is what went wrong.
final class AheadTest {
    @Test
    void whoFetchesGoesOnMeanwhile() {
        var wanted = new CountDownLatch(1);
        Ahead<String> value = Ahead.fetch("value", () -> {
            awaited(wanted);
            return "there";
        });
        wanted.countDown();

        assertThat(value.get()).isEqualTo("there");
        assertThat(value.get()).isEqualTo("there");
    }

    @Test
    void whoWaitsForAWhileOnlyGoesOnWithout() {
        var wanted = new CountDownLatch(1);
        Ahead<String> value = Ahead.fetch("value", () -> {
            awaited(wanted);
            return "there";
        });

        assertThat(value.within(Duration.ZERO)).isEmpty();
        wanted.countDown();
        assertThat(value.within(Duration.ofMinutes(1))).contains("there");
    }

    @Test
    void whatTheSourceThrewIsThrownAsItWas() {
        var failure = new IllegalArgumentException("no page");
        Ahead<String> value = Ahead.fetch("value", () -> {
            throw failure;
        });

        assertThatThrownBy(value::get).isSameAs(failure);
    }

    @Test
    void whoIsInterruptedNoLongerWaits() {
        var never = new CountDownLatch(1);
        Ahead<String> value = Ahead.fetch("value", () -> {
            awaited(never);
            return "too late";
        });
        Thread.currentThread().interrupt();

        assertThatThrownBy(value::get).isInstanceOf(CancellationException.class);
        assertThat(Thread.interrupted()).isTrue();
    }

    private static void awaited(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
