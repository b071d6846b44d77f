package dev.tenure.store;

import static dev.tenure.store.StoreSamples.LEASES;
import static dev.tenure.store.StoreSamples.PODS;
import static dev.tenure.store.StoreSamples.creating;
import static dev.tenure.store.StoreSamples.deleting;
import static dev.tenure.store.StoreSamples.key;
import static dev.tenure.store.StoreSamples.objectOf;
import static dev.tenure.store.StoreSamples.pod;
import static dev.tenure.store.StoreSamples.replacing;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.store.Store.Committed;
import dev.tenure.store.Store.Index;
import dev.tenure.store.Store.LogCursor;
import dev.tenure.store.memory.MemoryStore;
import dev.tenure.store.memory.StateOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CursorTest {
    private final Store store = new MemoryStore(StateOptions.indexing(Map.of()));
    private final List<String> signals = new ArrayList<>();

    private long put(String namespace, String name) {
        return ((Committed.Durable) store.commit(creating(pod(namespace, name, "n"))))
                .object()
                .revision();
    }

    @Test
    void aWatcherIsSignalledOnceAndOnlyForItsResourceAndNamespace() {
        LogCursor pods = store.watch(PODS, "a", store.revision());
        pods.onReady(() -> signals.add("pods"));
        store.commit(creating(objectOf(key(LEASES, "a", "lease"), "x", Map.of())));
        put("b", "other");
        assertThat(signals).isEmpty();

        put("a", "one");
        put("a", "two");
        assertThat(signals).containsExactly("pods");
        assertThat(pods.poll(10)).hasSize(2);
    }

    private long move(String name, String node, long revision) {
        return ((Committed.Durable) store.commit(replacing(pod("a", name, node), revision)))
                .object()
                .revision();
    }

    /// A thousand agents that follow the pods of their nodes: a pod costs its own node's.
    @Test
    void whoAsksForOneValueIsSignalledForNothingElse() {
        List<LogCursor> agents = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            String node = "n" + i;
            LogCursor agent =
                    store.watch(PODS, "", store.revision(), Optional.of(new Index(StoreSamples.NODE_NAME, node)));
            agent.onReady(() -> signals.add(node));
            agents.add(agent);
        }
        long revision = move("p", "n7", put("a", "p"));
        assertThat(signals).containsExactly("n7");
        move("p", "n8", revision);
        assertThat(signals).as("n7 has been signalled and did not wait again").containsExactly("n7", "n8");
        assertThat(agents.get(7).poll(10)).as("it comes and goes").hasSize(2);
        assertThat(agents.get(8).poll(10)).hasSize(1);
        agents.get(7).onReady(() -> signals.add("again"));
        move("p", "n9", store.revision());
        assertThat(signals).containsExactly("n7", "n8", "n9");
    }

    @Test
    void whoAsksForAnObjectByNameIsSignalledWhenItComesAndGoes() {
        LogCursor one = store.watch(PODS, "a", store.revision(), Optional.of(new Index(Index.NAME, "one")));
        one.onReady(() -> signals.add("one"));
        put("a", "other");
        put("b", "one");
        assertThat(signals).isEmpty();
        long created = put("a", "one");
        assertThat(signals).containsExactly("one");
        assertThat(one.poll(10)).hasSize(1);
        one.onReady(() -> signals.add("gone"));
        store.commit(deleting(pod("a", "one", "n"), created));
        assertThat(signals).containsExactly("one", "gone");
    }

    @Test
    void whoWaitsGoesPastWhatWasForOthers() {
        LogCursor quiet =
                store.watch(PODS, "", store.revision(), Optional.of(new Index(StoreSamples.NODE_NAME, "quiet")));
        quiet.onReady(() -> signals.add("quiet"));
        for (int i = 0; i < 2_000; i++) {
            put("a", "busy" + i);
        }
        assertThat(quiet.poll(10)).isEmpty();
        assertThat(quiet.seen()).isEqualTo(store.revision());
        for (int i = 0; i < 2_000; i++) {
            put("b", "busy" + i);
        }
        store.commit(creating(pod("a", "mine", "quiet")));
        assertThat(signals).containsExactly("quiet");
        assertThat(quiet.poll(10)).hasSize(1);
        assertThat(quiet.seen()).isEqualTo(store.revision());
    }

    @Test
    void aSignalComesAtOnceWhenThereIsSomethingToPoll() {
        LogCursor pods = store.watch(PODS, "", store.revision());
        put("a", "one");
        pods.onReady(() -> signals.add("pods"));
        assertThat(signals).containsExactly("pods");
    }

    @Test
    void aClosedCursorIsNotSignalled() {
        LogCursor pods = store.watch(PODS, "", store.revision());
        pods.onReady(() -> signals.add("pods"));
        pods.close();
        put("a", "one");
        assertThat(signals).isEmpty();
    }

    @Test
    void seenRisesWithChangesOfOtherResources() {
        LogCursor leases = store.watch(LEASES, "", store.revision());
        put("a", "one");
        assertThat(leases.poll(1)).isEmpty();
        assertThat(leases.seen()).isEqualTo(store.revision());
    }

    @Test
    void aFullPageOfChangesShowsOnlyWhatWasPolledAsSeen() {
        LogCursor pods = store.watch(PODS, "", store.revision());
        long first = put("a", "one");
        put("a", "two");
        pods.poll(1);
        assertThat(pods.seen()).isEqualTo(first);
    }

    @Test
    void aWaitingCursorOfAQuietNamespaceOutlivesTheHistoryOfOthers() {
        LogCursor quiet = store.watch(PODS, "quiet", store.revision());
        quiet.onReady(() -> signals.add("quiet"));
        for (int i = 0; i < 1000; i++) {
            put("busy", "pod-" + i);
            store.compact(store.revision());
        }
        put("quiet", "pod");
        assertThat(signals).containsExactly("quiet");
        assertThat(quiet.poll(10)).hasSize(1);
    }

    @Test
    void aCursorThatMissedForgottenChangesHasExpired() {
        LogCursor slow = store.watch(PODS, "", store.revision());
        for (int i = 0; i < 600; i++) {
            put("a", "pod-" + i);
        }
        store.compact(store.revision());
        put("a", "last");
        assertThatThrownBy(() -> slow.poll(10)).isInstanceOf(ExpiredException.class);
        assertThatThrownBy(() -> store.watch(PODS, "", 1)).isInstanceOf(ExpiredException.class);
    }

    @Test
    void aCursorThatHasReadAllGoesOnAfterACompaction() {
        LogCursor keen = store.watch(PODS, "", store.revision());
        for (int i = 0; i < 600; i++) {
            put("a", "pod-" + i);
            assertThat(keen.poll(10)).hasSize(1);
            store.compact(store.revision());
        }
    }

    @Test
    void aDeletionShowsTheLastStateAsGivenWithTheRevisionOfTheDeletion() {
        long created = put("a", "one");
        LogCursor pods = store.watch(PODS, "", store.revision());
        store.commit(deleting(pod("a", "one", "elsewhere"), created));
        var change = pods.poll(10).getFirst();
        assertThat(change.deletion()).isTrue();
        assertThat(change.revision()).isEqualTo(created + 1);
        assertThat(change.after().revision()).isEqualTo(created + 1);
        assertThat(change.after().view(String.class)).isEqualTo("one on elsewhere");
        assertThat(change.before().orElseThrow().view(String.class)).isEqualTo("one on n");
    }

    @Test
    void historyIsForgottenWhenItsBytesExceedTheBound() {
        Store small = new MemoryStore(new StateOptions(Map.of(), 100_000));
        for (int i = 0; i < 1000; i++) {
            small.commit(creating(pod("a", "pod-" + i, "n")));
        }
        assertThat(small.revision() - small.compactedRevision()).isBetween(100L, 400L);
    }
}
