package dev.tenure.runtime.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HardWorkTest {
    private final HardWork work = new HardWork("work", 1);

    @AfterEach
    void stop() {
        work.close();
    }

    @Test
    void itIsDoneByAThreadOfTheSystem() {
        assertThat(work.<Boolean>run(false, () -> Thread.currentThread().isVirtual()))
                .isFalse();
    }

    @Test
    void whatGoesWrongReachesWhoeverWaits() {
        assertThatThrownBy(() -> work.run(false, () -> {
                    throw new IllegalArgumentException("wrong");
                }))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("wrong");
        assertThatThrownBy(() -> work.run(false, () -> {
                    throw new StackOverflowError();
                }))
                .isInstanceOf(StackOverflowError.class);
    }

    @Test
    void workIsInterruptedWithWhoeverWaitsForIt() throws InterruptedException {
        BlockingQueue<String> order = new LinkedBlockingQueue<>();
        Thread waits = Thread.ofVirtual().start(() -> {
            try {
                work.run(false, () -> {
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
                .start(() -> said.add(work.run(false, () -> {
                    waiting.add("begun");
                    return HardWork.away(() -> taken(said));
                })));
        assertThat(waiting.take()).isEqualTo("begun");
        assertThat(work.<String>run(false, () -> "other")).isEqualTo("other");
        said.add("answer");
        waits.join();
        assertThat(said.take()).isEqualTo("answer");
        assertThat(work.<String>run(false, () -> "later")).isEqualTo("later");
    }

    @Test
    void elsewhereOneSimplyWaits() {
        assertThat(HardWork.<String, RuntimeException>away(() -> "here")).isEqualTo("here");
    }

    private static String taken(BlockingQueue<String> said) {
        try {
            return said.take();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
