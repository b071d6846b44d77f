package dev.tenure.runtime.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AllCoresTest {
    @Test
    void resultsComeInTheOrderInWhichTheWorkWasBegun() {
        var cores = new AllCores<Integer>();
        IntStream.range(0, 1_000).forEach(i -> cores.begin(() -> i * i));
        assertThat(cores.finish())
                .containsExactlyElementsOf(
                        IntStream.range(0, 1_000).map(i -> i * i).boxed().toList());
        assertThat(cores.finish()).isEmpty();
    }

    @Test
    void whatAPieceOfWorkThrewIsThrown() {
        var cores = new AllCores<Integer>();
        cores.begin(() -> 1);
        var broken = new IllegalArgumentException("broken");
        var other = new CountDownLatch(1);
        cores.begin(() -> {
            other.countDown();
            throw broken;
        });
        cores.begin(() -> {
            // so that another thread carries out the one that fails
            other.await(10, TimeUnit.SECONDS);
            return 1;
        });
        assertThatThrownBy(cores::finish).isSameAs(broken);
    }

    @Test
    void whoWaitsTakesPart() {
        var cores = new AllCores<Thread>();
        var helped = new CountDownLatch(1);
        // every other thread is held until the one that waits has carried out the last piece
        for (int i = 0; i < ForkJoinPool.getCommonPoolParallelism(); i++) {
            cores.begin(() -> {
                helped.await(10, TimeUnit.SECONDS);
                return Thread.currentThread();
            });
        }
        cores.begin(() -> {
            helped.countDown();
            return Thread.currentThread();
        });
        assertThat(cores.finish()).last().isEqualTo(Thread.currentThread());
    }
}
