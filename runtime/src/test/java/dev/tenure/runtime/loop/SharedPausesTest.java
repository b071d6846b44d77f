package dev.tenure.runtime.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class SharedPausesTest {
    private static final int THREADS = 20;

    private final AtomicInteger timers = new AtomicInteger();
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch over = new CountDownLatch(1);
    private final SharedPauses pauses = new SharedPauses(Duration.ofMillis(1), _ -> {
        timers.incrementAndGet();
        begun.countDown();
        over.await();
    });
    private final AtomicInteger interrupted = new AtomicInteger();

    @Test
    void whoComesDuringAPauseMakesTheRestOfIt() throws Exception {
        List<Thread> threads = paused();
        assertThat(threads).allMatch(Thread::isAlive);
        over.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(timers).hasValue(1);
        assertThat(interrupted).hasValue(0);
        pauses.pause();
        assertThat(timers).as("a pause that is over is not joined").hasValue(2);
    }

    @Test
    void othersGoOnWhenTheFirstIsToldToStop() throws Exception {
        List<Thread> threads = paused();
        threads.getFirst().interrupt();
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(interrupted).hasValue(1);
    }

    @Test
    void aPauseByTheSystemsOwnTimerEnds() throws Exception {
        new SharedPauses(Duration.ofMillis(1)).pause();
    }

    /// Threads that all pause, the one with the timer first.
    private List<Thread> paused() throws InterruptedException {
        var threads = new ArrayList<Thread>();
        threads.add(Thread.ofPlatform().start(this::pause));
        begun.await();
        for (int i = 1; i < THREADS; i++) {
            threads.add(Thread.ofPlatform().start(this::pause));
        }
        while (!threads.stream().allMatch(thread -> thread.getState() == Thread.State.WAITING)) {
            Thread.onSpinWait();
        }
        return threads;
    }

    private void pause() {
        try {
            pauses.pause();
        } catch (InterruptedException _) {
            interrupted.incrementAndGet();
        }
    }
}
