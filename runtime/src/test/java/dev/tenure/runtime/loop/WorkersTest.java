package dev.tenure.runtime.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class WorkersTest {
    @Test
    void oneWorkerKeepsTheOrderOfWhatWaits() throws InterruptedException {
        var workers = new Workers("test", 1);
        var all = new CountDownLatch(1_000);
        List<Integer> done = new CopyOnWriteArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            int number = i;
            workers.carryOut(() -> number, outcome -> {
                done.add(value(outcome));
                all.countDown();
            });
        }
        all.await();
        assertThat(done).isEqualTo(IntStream.range(0, 1_000).boxed().toList());
    }

    @Test
    void asManyAsAllowedAreUnderWayAtOnceAndNoMore() throws InterruptedException {
        var workers = new Workers("test", 3);
        var threeInside = new CountDownLatch(3);
        var mayGo = new CountDownLatch(1);
        var all = new CountDownLatch(50);
        var inside = new AtomicInteger();
        var most = new AtomicInteger();
        for (int i = 0; i < 50; i++) {
            workers.carryOut(
                    () -> {
                        most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                        threeInside.countDown();
                        mayGo.await();
                        return inside.decrementAndGet();
                    },
                    _ -> all.countDown());
        }
        threeInside.await();
        mayGo.countDown();
        all.await();
        assertThat(most).hasValue(3);
    }

    /// They are begun a few at a time, but not only when one has ended.
    @Test
    void piecesThatHangDoNotKeepOthersFromBeginning() throws InterruptedException {
        var workers = new Workers("test", 256);
        var mayGo = new CountDownLatch(1);
        var hanging = new CountDownLatch(255);
        for (int i = 0; i < 255; i++) {
            workers.carryOut(
                    () -> {
                        mayGo.await();
                        return 0;
                    },
                    _ -> hanging.countDown());
        }
        var others = new CountDownLatch(1_000);
        for (int i = 0; i < 1_000; i++) {
            workers.carryOut(() -> 1, _ -> others.countDown());
        }
        others.await();
        mayGo.countDown();
        hanging.await();
    }

    /// Each piece comes while the one worker may just be finding that there is nothing left.
    @Test
    void noPieceIsLeftBehind() throws InterruptedException {
        var workers = new Workers("test", 1);
        for (int i = 0; i < 20_000; i++) {
            var ended = new CountDownLatch(2);
            workers.carryOut(() -> 1, _ -> ended.countDown());
            workers.carryOut(() -> 2, _ -> ended.countDown());
            ended.await();
        }
    }

    @Test
    void aPieceThatThrowsFailsAndTheNextIsCarriedOut() throws InterruptedException {
        var workers = new Workers("test", 1);
        var all = new CountDownLatch(2);
        List<Outcome<Integer>> outcomes = new CopyOnWriteArrayList<>();
        workers.<Integer>carryOut(
                () -> {
                    throw new IllegalStateException("refused");
                },
                outcome -> {
                    outcomes.add(outcome);
                    all.countDown();
                });
        workers.carryOut(() -> 5, outcome -> {
            outcomes.add(outcome);
            all.countDown();
        });
        all.await();
        assertThat(outcomes.getFirst()).isInstanceOf(Outcome.Failed.class);
        assertThat(value(outcomes.getLast())).isEqualTo(5);
    }

    private static <T> T value(Outcome<T> outcome) {
        return switch (outcome) {
            case Outcome.Done<T>(var value) -> value;
            case Outcome.Failed<T>(var cause) -> throw new AssertionError(cause);
        };
    }
}
