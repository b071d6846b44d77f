package dev.tenure.store.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.model.meta.Content;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.store.ExpiredException;
import dev.tenure.store.Store.Change;
import dev.tenure.store.Store.LogCursor;
import dev.tenure.store.Store.ResourceId;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Many changes of one revision, as an etcd makes them when a lease ends.
class SharedRevisionTest {
    private static final ResourceId EVENTS = new ResourceId("", "events");
    private static final int MANY = 700;

    private final VersionedState state = new VersionedState(new StateOptions(Map.of(), 1 << 30), 1);

    private static StoredObject event(String namespace, int number, long revision) {
        var header = new StoredObject.Header(
                new ObjectKey("", "events", namespace, "e" + number), "", Map.of(), List.of(), Map.of(), false);
        return new StoredObject(header, "{}".getBytes(StandardCharsets.UTF_8), revision, Content::size);
    }

    private void publish(long revision, boolean deletion, String... namespaces) {
        WriteBatch batch = state.open();
        IntStream.range(0, MANY)
                .forEach(i -> batch.observe(event(namespaces[i % namespaces.length], i, revision), deletion));
        state.publish(batch).run();
    }

    @Test
    void changesOfOneRevisionAreNeverTakenApart() {
        publish(5, false, "a");
        publish(6, true, "a");
        LogCursor cursor = state.watch(EVENTS, "", 1);
        assertThat(cursor.poll(10)).hasSize(MANY).allMatch(change -> change.revision() == 5);
        assertThat(cursor.seen()).isEqualTo(5);
        assertThat(cursor.poll(1)).hasSize(MANY).allMatch(Change::deletion);
        assertThat(cursor.poll(1)).isEmpty();
    }

    @Test
    void aCursorOfOneNamespaceSeesAllOfItsChangesOfARevision() {
        publish(5, false, "a", "b");
        LogCursor cursor = state.watch(EVENTS, "b", 1);
        assertThat(cursor.poll(1000)).hasSize(MANY / 2);
    }

    @Test
    void whoBeginsAtTheRevisionSeesNothingOfIt() {
        publish(5, false, "a");
        publish(6, true, "a");
        assertThat(state.watch(EVENTS, "", 5).poll(1)).hasSize(MANY).allMatch(Change::deletion);
        assertThat(state.watch(EVENTS, "", 6).poll(1)).isEmpty();
    }

    @Test
    void allOfARevisionIsForgottenAtOnce() {
        publish(5, false, "a");
        publish(6, true, "a");
        publish(7, false, "b");
        LogCursor slow = state.watch(EVENTS, "", 1);
        state.compact(6);
        assertThatThrownBy(() -> slow.poll(1)).isInstanceOf(ExpiredException.class);
        assertThat(state.watch(EVENTS, "", 6).poll(10_000)).hasSize(MANY);
        state.compact(7);
        assertThat(state.watch(EVENTS, "", 7).poll(10)).isEmpty();
        assertThat(state.all()).hasSize(MANY);
    }
}
