package dev.tenure.store.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.model.meta.Content;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.store.ExpiredException;
import dev.tenure.store.Store.LogCursor;
import dev.tenure.store.Store.Range;
import dev.tenure.store.Store.ResourceId;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A state that is brought up to date over a gap, as when an etcd has forgotten what came since: nobody is
/// shown changes that never happened so.
class LeapTest {
    private static final ResourceId PODS = new ResourceId("", "pods");

    private final VersionedState state = new VersionedState(new StateOptions(Map.of(), 1 << 30), 1);
    private final AtomicInteger signals = new AtomicInteger();

    private static StoredObject pod(String name, long revision) {
        var header =
                new StoredObject.Header(new ObjectKey("", "pods", "a", name), "", Map.of(), List.of(), Map.of(), false);
        return new StoredObject(header, "{}".getBytes(StandardCharsets.UTF_8), revision, Content::size);
    }

    private static Range asOf(long revision) {
        return new Range(PODS, "", Optional.empty(), 0, revision, Optional.empty());
    }

    @BeforeEach
    void fill() {
        WriteBatch batch = state.open();
        batch.observe(pod("one", 5), false);
        batch.observe(pod("two", 6), false);
        batch.observe(pod("three", 7), false);
        state.publish(batch).run();
    }

    /// Two are gone, nobody knows since when, and one is new.
    private void leap() {
        WriteBatch batch = state.open();
        batch.observe(pod("four", 11), false);
        batch.observe(pod("one", 20), true);
        batch.observe(pod("two", 20), true);
        batch.raise(20);
        state.leap(batch).run();
    }

    @Test
    void whoWaitsIsWokenAndHasLostItsPlace() {
        LogCursor cursor = state.watch(PODS, "", 7);
        assertThat(cursor.poll(10)).isEmpty();
        cursor.onReady(signals::incrementAndGet);

        leap();

        assertThat(signals).hasValue(1);
        assertThatThrownBy(() -> cursor.poll(10)).isInstanceOf(ExpiredException.class);
    }

    @Test
    void whoLooksAtAnotherNamespaceBeginsAnewToo() {
        LogCursor cursor = state.watch(PODS, "b", 7);
        cursor.onReady(signals::incrementAndGet);

        leap();

        assertThat(signals).hasValue(1);
        assertThatThrownBy(() -> cursor.poll(10)).isInstanceOf(ExpiredException.class);
    }

    @Test
    void whoIsBehindIsNotShownWhatCameBefore() {
        LogCursor cursor = state.watch(PODS, "", 5);

        leap();

        assertThatThrownBy(() -> cursor.poll(1)).isInstanceOf(ExpiredException.class);
        cursor.onReady(signals::incrementAndGet);
        assertThat(signals).hasValue(1);
    }

    @Test
    void nothingBeforeCanBeAskedForAndAllSinceCan() {
        leap();

        assertThatThrownBy(() -> state.watch(PODS, "", 19)).isInstanceOf(ExpiredException.class);
        assertThatThrownBy(() -> state.list(asOf(19))).isInstanceOf(ExpiredException.class);
        assertThat(state.list(asOf(20)).items())
                .extracting(object -> object.key().name())
                .containsExactly("four", "three");
        LogCursor cursor = state.watch(PODS, "", 20);
        WriteBatch batch = state.open();
        batch.observe(pod("five", 21), false);
        state.publish(batch).run();
        assertThat(cursor.poll(10)).extracting(change -> change.revision()).containsExactly(21L);
    }
}
