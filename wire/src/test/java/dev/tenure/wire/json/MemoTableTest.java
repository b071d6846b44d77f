package dev.tenure.wire.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.wire.json.MemoTable.Usage;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class MemoTableTest {
    private static final int THREADS = 4;
    private static final int ROUNDS = 50_000;

    /// Has fields that are plain on purpose: only the table publishes it.
    private static final class Entry {
        private int key;
        private int[] values = new int[0];

        static Entry of(int key) {
            var entry = new Entry();
            entry.key = key;
            entry.values = new int[] {key, key + 1, key + 2};
            return entry;
        }

        boolean isWhole() {
            return values.length == 3 && values[0] == key && values[1] == key + 1 && values[2] == key + 2;
        }
    }

    @Test
    void remembersWhatWasPut() {
        var table = new MemoTable<String>("words", 16);
        assertThat(table.at(7)).isNull();
        table.put(7, "a");
        assertThat(table.at(7)).isEqualTo("a");
        table.put(7, "b");
        assertThat(table.at(7)).isEqualTo("b");
        assertThat(table.usage()).isEqualTo(new Usage("words", 1, 16));
    }

    @Test
    void equalEntriesAreOne() {
        var table = new MemoTable<String>("words", 16);
        String first = table.share(new String("same"));
        assertThat(table.share(new String("same"))).isSameAs(first);
        assertThat(table.share("other")).isEqualTo("other");
    }

    @Test
    void holdsNoMoreThanItHasPlaces() {
        var table = new MemoTable<Integer>("numbers", 64);
        for (int i = 0; i < 10_000; i++) {
            assertThat(table.share(i)).isEqualTo(i);
        }
        assertThat(table.usage().entries()).isBetween(32, 64);
        assertThatThrownBy(() -> new MemoTable<String>("none", 3)).isInstanceOf(IllegalArgumentException.class);
    }

    /// Whoever sees an entry sees all of it, while others push it out.
    @Test
    void whatSeveralThreadsShareIsNeverSeenInPart() throws Exception {
        var table = new MemoTable<Entry>("entries", 8);
        var start = new CyclicBarrier(THREADS);
        try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            List<Future<Integer>> all = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                int own = thread;
                all.add(threads.submit(() -> {
                    start.await();
                    int seen = 0;
                    for (int round = 0; round < ROUNDS; round++) {
                        table.put(round & 15, Entry.of(round * THREADS + own));
                        Entry found = table.at((round + own) & 15);
                        if (found != null) {
                            assertThat(found.isWhole()).isTrue();
                            seen++;
                        }
                    }
                    return seen;
                }));
            }
            for (Future<Integer> one : all) {
                assertThat(one.get()).isPositive();
            }
        }
    }
}
