package dev.tenure.store.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.meta.Content;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.store.ExpiredException;
import dev.tenure.store.Store.Change;
import dev.tenure.store.Store.LogCursor;
import dev.tenure.store.Store.Range;
import dev.tenure.store.Store.ResourceId;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Resources that come and go, as those of kinds that are defined and deleted.
@Timeout(60)
final class LettingGoTest {
    private static final int WATCHERS = 3;
    private static final int ROUNDS = 300;

    private final VersionedState state = new VersionedState(new StateOptions(Map.of(), 1 << 30), 1);

    private static StoredObject object(String resource, long revision) {
        var key = new ObjectKey("zoo.test", resource, "a", "one");
        var header = new StoredObject.Header(key, "", Map.of(), List.of(), Map.of(), false);
        return new StoredObject(header, "{}".getBytes(StandardCharsets.UTF_8), revision, Content::size);
    }

    private static ResourceId id(String resource) {
        return new ResourceId("zoo.test", resource);
    }

    private void write(String resource, boolean deletion) {
        WriteBatch batch = state.open();
        batch.observe(object(resource, state.revision() + 1), deletion);
        state.publish(batch).run();
    }

    private void comesAndGoes(String resource) {
        write(resource, false);
        write(resource, true);
    }

    @Test
    void whatIsGoneAndForgottenTakesNoMemory() {
        write("stays", false);
        for (int i = 0; i < 1_000; i++) {
            comesAndGoes("kind" + i);
        }
        assertThat(state.resources()).isEqualTo(1_001);
        state.compact(state.revision());
        assertThat(state.resources()).isOne();
        assertThat(state.list(Range.all(id("stays"), "")).items()).hasSize(1);
        assertThat(state.list(Range.all(id("kind7"), "")).items()).isEmpty();
    }

    @Test
    void whatComesBackIsThere() {
        comesAndGoes("lamps");
        state.compact(state.revision());
        write("lamps", false);
        assertThat(state.list(Range.all(id("lamps"), "")).items()).hasSize(1);
        assertThat(state.find(object("lamps", 0).key()).object()).isPresent();
    }

    @Test
    void whoWatchesHearsOfWhatComesBack() {
        comesAndGoes("lamps");
        LogCursor cursor = state.watch(id("lamps"), "", state.revision());
        assertThat(cursor.poll(10)).isEmpty();
        state.compact(state.revision());
        write("lamps", false);
        assertThat(cursor.poll(10)).hasSize(1);
        cursor.close();
        cursor.close();
        write("lamps", true);
        state.compact(state.revision());
        assertThat(state.resources()).isZero();
    }

    @Test
    void nobodyMissesAnythingWhileResourcesComeAndGo() throws Exception {
        var over = new AtomicBoolean();
        try (ExecutorService threads = Executors.newFixedThreadPool(WATCHERS + 1)) {
            Future<?> writer = threads.submit(() -> {
                while (!over.get()) {
                    comesAndGoes("lamps");
                    state.compact(state.revision());
                }
            });
            List<Future<Integer>> watchers = new ArrayList<>();
            for (int i = 0; i < WATCHERS; i++) {
                watchers.add(threads.submit(this::watchAgainAndAgain));
            }
            for (Future<Integer> watcher : watchers) {
                assertThat(watcher.get()).isEqualTo(ROUNDS);
            }
            over.set(true);
            writer.get();
        }
        state.compact(state.revision());
        assertThat(state.resources()).isZero();
    }

    /// @return how often something was heard
    private int watchAgainAndAgain() throws InterruptedException {
        int heard = 0;
        for (int round = 0; round < ROUNDS; round++) {
            heard += hears() ? 1 : 0;
        }
        return heard;
    }

    private boolean hears() throws InterruptedException {
        while (true) {
            try (LogCursor cursor = state.watch(id("lamps"), "", state.revision())) {
                var ready = new Semaphore(0);
                cursor.onReady(ready::release);
                if (!ready.tryAcquire(30, TimeUnit.SECONDS)) {
                    return false;
                }
                List<Change> changes = cursor.poll(1);
                if (!changes.isEmpty()) {
                    return true;
                }
            } catch (ExpiredException _) {
                // history is forgotten all the time; whoever comes too late begins anew
            }
        }
    }
}
