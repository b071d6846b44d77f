package dev.tenure.store.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class FreshnessTest {
    private static final int CALLERS = 50;

    /// Each answer is newer than all that was acknowledged before it was asked for, however many ask at once.
    @Test
    void noAnswerIsOlderThanTheCall() throws Exception {
        var acknowledged = new AtomicLong();
        var asked = new AtomicLong();
        var freshness = new Freshness(() -> {
            asked.incrementAndGet();
            return acknowledged.get();
        });
        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Boolean>> all = new ArrayList<>();
            for (int i = 0; i < 200 * CALLERS; i++) {
                all.add(callers.submit(() -> {
                    long before = acknowledged.incrementAndGet();
                    return freshness.newest() >= before;
                }));
            }
            for (Future<Boolean> one : all) {
                assertThat(one.get()).isTrue();
            }
        }
        assertThat(asked.get()).isBetween(1L, 200L * CALLERS);
    }

    /// All who come while one question is under way are answered by the next one.
    @Test
    void whoComesMeanwhileSharesTheNextQuestion() throws Exception {
        var answers = new Semaphore(0);
        var asked = new AtomicLong();
        var freshness = new Freshness(() -> {
            long mine = asked.incrementAndGet();
            answers.acquireUninterruptibly();
            return mine;
        });
        Thread first = Thread.ofPlatform().start(freshness::newest);
        awaitWaiting(List.of(first));
        List<Long> found = new CopyOnWriteArrayList<>();
        List<Thread> others = new ArrayList<>();
        for (int i = 0; i < CALLERS; i++) {
            others.add(Thread.ofPlatform().start(() -> found.add(freshness.newest())));
        }
        awaitWaiting(others);
        answers.release(2);
        first.join();
        for (Thread other : others) {
            other.join();
        }
        assertThat(found).hasSize(CALLERS).containsOnly(2L);
        assertThat(asked).hasValue(2);
    }

    private static void awaitWaiting(List<Thread> threads) {
        while (!threads.stream().allMatch(thread -> thread.getState() == Thread.State.WAITING)) {
            Thread.onSpinWait();
        }
    }

    @Test
    void aQuestionThatFailsFailsForItsCallersOnly() {
        var tries = new AtomicLong();
        var freshness = new Freshness(() -> {
            if (tries.incrementAndGet() == 1) {
                throw new IllegalStateException("nobody is there");
            }
            return 7;
        });
        assertThatThrownBy(freshness::newest).hasMessage("nobody is there");
        assertThat(freshness.newest()).isEqualTo(7);
    }
}
