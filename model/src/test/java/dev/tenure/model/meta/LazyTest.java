package dev.tenure.model.meta;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LazyTest {
    private static final int THREADS = 4;
    private static final int ROUNDS = 5_000;

    /// Has fields that are plain on purpose: only the lazy value publishes it.
    private static final class Value {
        private int[] numbers = new int[0];

        static Value of(int number) {
            var value = new Value();
            value.numbers = new int[] {number, number + 1};
            return value;
        }

        boolean isWhole() {
            return numbers.length == 2 && numbers[1] == numbers[0] + 1;
        }
    }

    @Test
    void isWorkedOutOnce() {
        var asked = new AtomicInteger();
        var lazy = new Lazy<>(asked::incrementAndGet);
        assertThat(asked).hasValue(0);
        assertThat(lazy.get()).isEqualTo(1);
        assertThat(lazy.get()).isEqualTo(1);
    }

    /// All threads get the same value, and see all of it.
    @Test
    void threadsThatAskAtTheSameMomentGetTheSame() throws Exception {
        var start = new CyclicBarrier(THREADS);
        List<Lazy<Value>> values = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            int number = round;
            values.add(new Lazy<>(() -> Value.of(number)));
        }
        try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            List<Future<List<Value>>> all = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                all.add(threads.submit(() -> {
                    start.await();
                    List<Value> got = new ArrayList<>();
                    for (Lazy<Value> lazy : values) {
                        Value value = lazy.get();
                        assertThat(value.isWhole()).isTrue();
                        got.add(value);
                    }
                    return got;
                }));
            }
            List<Value> first = all.getFirst().get();
            for (Future<List<Value>> one : all) {
                List<Value> got = one.get();
                for (int round = 0; round < ROUNDS; round++) {
                    assertThat(got.get(round)).isSameAs(first.get(round));
                }
            }
        }
    }
}
