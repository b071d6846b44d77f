package dev.tenure.runtime.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class BatchTest {
    private static final List<Integer> ITEMS = IntStream.range(0, 20).boxed().toList();

    @Test
    void resultsStandInTheOrderOfTheItems() {
        assertThat(Batch.results(ITEMS, 4, item -> item * item, _ -> {}))
                .isEqualTo(ITEMS.stream().map(item -> item * item).toList());
    }

    @Test
    void asManyRunAtOnceAsMay() throws Exception {
        var together = new CyclicBarrier(4);

        Batch.run(ITEMS, 4, _ -> together.await(), _ -> {});
    }

    @Test
    void theOthersAreCarriedOutWhenOneFails() {
        var done = new AtomicInteger();
        List<Integer> told = Collections.synchronizedList(new ArrayList<>());

        assertThatThrownBy(() -> Batch.run(
                        ITEMS,
                        3,
                        item -> {
                            if (item == 7) {
                                throw new IllegalArgumentException("seven");
                            }
                            done.incrementAndGet();
                        },
                        told::add))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("seven");
        assertThat(done).hasValue(19);
        assertThat(told).hasSize(20).contains(20);
    }

    @Test
    void anErrorIsAFailureToo() {
        assertThatThrownBy(() -> Batch.run(
                        ITEMS,
                        3,
                        item -> {
                            if (item == 7) {
                                throw new StackOverflowError("too deep");
                            }
                        },
                        _ -> {}))
                .isInstanceOf(StackOverflowError.class);
        assertThatThrownBy(() -> Batch.results(
                        ITEMS,
                        3,
                        _ -> {
                            throw new OutOfMemoryError("no room");
                        },
                        _ -> {}))
                .isInstanceOf(OutOfMemoryError.class);
    }

    @Test
    void aProgressThatFailsHoldsNothingUp() {
        assertThatThrownBy(() -> Batch.run(ITEMS, 3, _ -> {}, count -> {
                    if (count == 5) {
                        throw new IllegalStateException("cannot be shown");
                    }
                }))
                .hasMessage("cannot be shown");
    }
}
