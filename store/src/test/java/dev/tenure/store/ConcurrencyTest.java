package dev.tenure.store;

import static dev.tenure.store.StoreSamples.NODE_NAME;
import static dev.tenure.store.StoreSamples.PODS;
import static dev.tenure.store.StoreSamples.creating;
import static dev.tenure.store.StoreSamples.deleting;
import static dev.tenure.store.StoreSamples.key;
import static dev.tenure.store.StoreSamples.objectOf;
import static dev.tenure.store.StoreSamples.pod;
import static dev.tenure.store.StoreSamples.replacing;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.store.Store.Change;
import dev.tenure.store.Store.Committed;
import dev.tenure.store.Store.Index;
import dev.tenure.store.Store.LogCursor;
import dev.tenure.store.Store.Page;
import dev.tenure.store.Store.Range;
import dev.tenure.store.memory.MemoryStore;
import dev.tenure.store.memory.StateOptions;
import dev.tenure.store.sqlite.SqliteOptions;
import dev.tenure.store.sqlite.SqliteStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Real threads, because the model test has only one.
class ConcurrencyTest {
    private static final StateOptions OPTIONS = StateOptions.indexing(Map.of());
    private static final ObjectKey COUNTER = key(PODS, "a", "counter");
    private static final int WRITERS = 8;

    private static StoredObject number(ObjectKey key, int number) {
        return objectOf(key, "" + number, Map.of());
    }

    private static int number(StoredObject object) {
        return Integer.parseInt(object.view(String.class));
    }

    private static Store sqlite(Path directory) {
        return SqliteStore.open(SqliteOptions.in(directory, OPTIONS, _ -> StoreSamples::text));
    }

    @Test
    void noIncrementIsLostInMemory() throws Exception {
        checkIncrements(new MemoryStore(OPTIONS), 2000);
    }

    @Test
    void noIncrementIsLostOnDisk(@TempDir Path directory) throws Exception {
        try (Store store = sqlite(directory)) {
            checkIncrements(store, 100);
        }
        try (Store store = sqlite(directory)) {
            assertThat(store.get(COUNTER).map(ConcurrencyTest::number)).hasValue(100 * WRITERS);
        }
    }

    /// Every writer reads, adds one and writes on condition that nobody else has, until it has come through.
    private static void checkIncrements(Store store, int each) throws Exception {
        store.commit(creating(number(COUNTER, 0)));
        long before = store.revision();
        inParallel(WRITERS, () -> {
            for (int i = 0; i < each; i++) {
                increment(store);
            }
            return each;
        });
        assertThat(store.get(COUNTER).map(ConcurrencyTest::number)).hasValue(each * WRITERS);
        assertThat(store.revision()).isEqualTo(before + (long) each * WRITERS);
    }

    private static void increment(Store store) {
        Committed committed;
        do {
            StoredObject current = store.get(COUNTER).orElseThrow();
            committed = store.commit(replacing(number(COUNTER, number(current) + 1), current.revision()));
        } while (committed instanceof Committed.Conflict);
    }

    @Test
    void aListShowsOneMomentInMemoryAlsoWhileHistoryIsForgotten() throws Exception {
        checkMoments(new MemoryStore(OPTIONS), 20_000);
    }

    @Test
    void aListShowsOneMomentOnDiskAlsoWhileHistoryIsForgotten(@TempDir Path directory) throws Exception {
        try (Store store = sqlite(directory)) {
            checkMoments(store, 800);
        }
    }

    /// One writer raises four keys in turn, so at any moment they differ by at most one, in order. Readers
    /// list and watchers follow, while history is forgotten behind them.
    private static void checkMoments(Store store, int rounds) throws Exception {
        List<ObjectKey> keys =
                List.of(key(PODS, "a", "0"), key(PODS, "a", "1"), key(PODS, "b", "0"), key(PODS, "b", "1"));
        keys.forEach(key -> store.commit(creating(number(key, 0))));
        long start = store.revision();
        LogCursor cursor = store.watch(PODS, "", start);
        try (ExecutorService threads = Executors.newFixedThreadPool(3)) {
            Future<Integer> writing = threads.submit(() -> raise(store, keys, rounds));
            Future<Integer> listing = threads.submit(() -> {
                int lists = 0;
                do {
                    checkMoment(store.list(Range.all(PODS, "")), start);
                    lists++;
                } while (!writing.isDone());
                return lists;
            });
            Future<Integer> watching = threads.submit(() -> follow(store, cursor, start + (long) rounds * keys.size()));
            assertThat(writing.get()).isEqualTo(rounds);
            assertThat(listing.get()).isPositive();
            assertThat(watching.get()).isNotNegative();
        }
    }

    /// One writer makes a pod on one node, moves it to another and deletes it, then the next, of five names
    /// in turn; so the revision tells what an index must show.
    @Test
    void anIndexShowsOneMomentWhilePodsComeAndGoAndHistoryIsForgotten() throws Exception {
        Store store = new MemoryStore(StateOptions.indexing(Map.of(PODS, Set.of(NODE_NAME))));
        long start = store.revision();
        try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
            Future<Integer> writing = threads.submit(() -> comeAndGo(store, 20_000));
            do {
                checkIndex(store, start, "n1", 1);
                checkIndex(store, start, "n2", 2);
            } while (!writing.isDone());
            assertThat(writing.get()).isEqualTo(20_000);
        }
    }

    private static int comeAndGo(Store store, int pods) {
        for (int i = 0; i < pods; i++) {
            String name = "pod-" + i % 5;
            store.commit(creating(pod("a", name, "n1")));
            store.commit(replacing(pod("a", name, "n2"), store.revision()));
            store.commit(deleting(pod("a", name, "n2"), store.revision()));
            if (i % 7 == 0) {
                store.compact(store.revision() - i % 3);
            }
        }
        return pods;
    }

    private static void checkIndex(Store store, long start, String node, int step) {
        var index = Optional.of(new Index(NODE_NAME, node));
        Page page = store.list(new Range(PODS, "", Optional.empty(), 0, 0, index));
        long steps = page.revision() - start;
        List<String> wanted = steps % 3 == step ? List.of("pod-" + steps / 3 % 5) : List.of();
        assertThat(page.items().stream().map(pod -> pod.key().name())).isEqualTo(wanted);
    }

    private static int raise(Store store, List<ObjectKey> keys, int rounds) {
        for (int round = 1; round <= rounds; round++) {
            for (ObjectKey key : keys) {
                long revision = store.get(key).orElseThrow().revision();
                store.commit(replacing(number(key, round), revision));
            }
            if (round % 50 == 0) {
                store.compact(store.revision() - 150);
            }
        }
        return rounds;
    }

    private static void checkMoment(Page page, long start) {
        long steps = page.revision() - start;
        List<Integer> wanted = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            wanted.add((int) ((steps + 3 - i) / 4));
        }
        assertThat(page.items().stream().map(ConcurrencyTest::number)).isEqualTo(wanted);
    }

    /// Sees every change in order, waiting for signals in between. When it was too slow it goes on with the
    /// newest revision, as a client would.
    private static int follow(Store store, LogCursor first, long end) throws InterruptedException {
        var ready = new Semaphore(0);
        int seen = 0;
        LogCursor cursor = first;
        long last = cursor.seen();
        while (last < end) {
            cursor.onReady(ready::release);
            ready.acquire();
            try {
                for (Change change : cursor.poll(100)) {
                    assertThat(change.revision()).isEqualTo(last + 1);
                    last = change.revision();
                    seen++;
                }
            } catch (ExpiredException e) {
                assertThat(last).isLessThan(store.compactedRevision());
                cursor = watchNewest(store);
                last = cursor.seen();
            }
        }
        return seen;
    }

    private static LogCursor watchNewest(Store store) {
        while (true) {
            try {
                return store.watch(PODS, "", store.revision());
            } catch (ExpiredException _) {
                // forgotten in between, so look again
            }
        }
    }

    private static void inParallel(int count, Callable<Integer> task) throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(count)) {
            List<Future<Integer>> running = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                running.add(threads.submit(task));
            }
            for (Future<Integer> one : running) {
                one.get();
            }
        }
    }
}
