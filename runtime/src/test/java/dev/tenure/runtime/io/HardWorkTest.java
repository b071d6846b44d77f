package dev.tenure.runtime.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HardWorkTest {
    private static final String ANN = "ann";

    private final HardWork work = new HardWork("work", 1);

    @AfterEach
    void stop() {
        work.close();
    }

    @Test
    void itIsDoneByAThreadOfTheSystem() {
        assertThat(work.<Boolean>run(false, ANN, () -> Thread.currentThread().isVirtual()))
                .isFalse();
    }

    @Test
    void whatGoesWrongReachesWhoeverWaits() {
        assertThatThrownBy(() -> work.run(false, ANN, () -> {
                    throw new IllegalArgumentException("wrong");
                }))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("wrong");
        assertThatThrownBy(() -> work.run(false, ANN, () -> {
                    throw new StackOverflowError();
                }))
                .isInstanceOf(StackOverflowError.class);
    }

    @Test
    void workIsInterruptedWithWhoeverWaitsForIt() throws InterruptedException {
        BlockingQueue<String> order = new LinkedBlockingQueue<>();
        Thread waits = Thread.ofVirtual().start(() -> {
            try {
                work.run(false, ANN, () -> {
                    order.add("begun");
                    while (!Thread.currentThread().isInterrupted()) {
                        Thread.onSpinWait();
                    }
                    order.add("interrupted");
                    return "";
                });
            } catch (CancellationException _) {
                order.add("cancelled");
            }
        });
        assertThat(order.take()).isEqualTo("begun");
        waits.interrupt();
        assertThat(order.take() + order.take()).contains("interrupted", "cancelled");
    }

    @Test
    void othersWorkWhileOneWaitsForSomebodyElse() throws InterruptedException {
        BlockingQueue<String> said = new LinkedBlockingQueue<>();
        BlockingQueue<String> waiting = new LinkedBlockingQueue<>();
        Thread waits = Thread.ofVirtual()
                .start(() -> said.add(work.run(false, ANN, () -> {
                    waiting.add("begun");
                    return HardWork.away(() -> taken(said));
                })));
        assertThat(waiting.take()).isEqualTo("begun");
        assertThat(work.<String>run(false, ANN, () -> "other")).isEqualTo("other");
        said.add("answer");
        waits.join();
        assertThat(said.take()).isEqualTo("answer");
        assertThat(work.<String>run(false, ANN, () -> "later")).isEqualTo("later");
    }

    @Test
    void elsewhereOneSimplyWaits() {
        assertThat(HardWork.<String, RuntimeException>away(() -> "here")).isEqualTo("here");
    }

    /// One thread is Ann's for as long as she likes; the works of all others pass it by, each owner's one at
    /// a time.
    @Test
    void nobodyWaitsForTheWorkOfSomebodyElse() throws InterruptedException {
        BlockingQueue<String> said = new LinkedBlockingQueue<>();
        BlockingQueue<String> begun = new LinkedBlockingQueue<>();
        Supplier<String> waits = () -> {
            begun.add(Thread.currentThread().getName());
            return taken(said);
        };
        List<Thread> hers = Stream.generate(() -> Thread.ofVirtual().start(() -> work.<String>run(false, ANN, waits)))
                .limit(20)
                .toList();
        begun.take();
        for (int i = 0; i < 3; i++) {
            assertThat(work.<String>run(false, "ben", () -> "other")).isEqualTo("other");
            assertThat(work.<String>run(false, "eve" + i, () -> "other")).isEqualTo("other");
        }
        assertThat(begun).isEmpty();
        for (Thread _ : hers) {
            said.add("answer");
        }
        for (Thread one : hers) {
            one.join();
        }
        assertThat(begun).hasSize(19);
    }

    @Test
    void notMoreThanSomeWorksAreUnderWayHoweverManyOwnersThereAre() throws InterruptedException {
        BlockingQueue<String> said = new LinkedBlockingQueue<>();
        BlockingQueue<String> begun = new LinkedBlockingQueue<>();
        var most = new AtomicInteger();
        var now = new AtomicInteger();
        List<Thread> all = IntStream.range(0, 20)
                .mapToObj(i -> Thread.ofVirtual()
                        .start(() -> work.<String>run(false, "owner" + i, () -> {
                            most.accumulateAndGet(now.incrementAndGet(), Math::max);
                            begun.add("begun");
                            String answer = taken(said);
                            now.decrementAndGet();
                            return answer;
                        })))
                .toList();
        for (Thread _ : all) {
            begun.take();
            said.add("answer");
        }
        for (Thread one : all) {
            one.join();
        }
        assertThat(most.get()).isBetween(1, 4);
    }

    @Test
    void nothingBeginsOnceItIsClosed() {
        work.close();
        assertThatThrownBy(() -> work.run(false, ANN, () -> "")).isInstanceOf(CancellationException.class);
    }

    private static String taken(BlockingQueue<String> said) {
        try {
            return said.take();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
