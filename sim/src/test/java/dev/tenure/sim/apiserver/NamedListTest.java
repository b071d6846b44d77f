package dev.tenure.sim.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.client.ClusterClient;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.runtime.loop.SimulatedWorld;
import dev.tenure.sim.stage.StageManifests;
import dev.tenure.store.PassingStore;
import dev.tenure.store.Store;
import dev.tenure.store.Store.Change;
import dev.tenure.store.Store.Precondition;
import dev.tenure.store.Store.ResourceId;
import dev.tenure.store.Store.Write;
import dev.tenure.store.memory.MemoryStore;
import dev.tenure.store.memory.StateOptions;
import dev.tenure.wire.json.Document;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// `kubectl delete` and `kubectl wait` list one object by its name and watch from there on. Whatever happens
/// to it between the look and the answer has to come in that watch.
class NamedListTest {
    private static final Instant EPOCH = Instant.parse("2026-01-01T00:00:00Z");
    private static final Map<String, String> BY_NAME = Map.of("fieldSelector", "metadata.name=p");
    private static final ResourceId PODS = new ResourceId("", "pods");

    private final SimulatedWorld world = new SimulatedWorld(EPOCH);
    private final BusyStore store = new BusyStore(new MemoryStore(StateOptions.indexing(Map.of())));
    private final ClusterClient client = BareServer.over(store, world);

    /// Somebody else changes the pod right after it was looked at.
    private static final class BusyStore extends PassingStore {
        private Runnable afterwards = () -> {};

        BusyStore(Store store) {
            super(store);
        }

        @Override
        public Found find(ObjectKey key) {
            Found found = super.find(key);
            Runnable once = afterwards;
            afterwards = () -> {};
            once.run();
            return found;
        }
    }

    private ApiReply.Many listed(Runnable afterwards) {
        store.afterwards = afterwards;
        return (ApiReply.Many) client.list(ResourceTypes.PODS, "default", BY_NAME);
    }

    private void create() {
        world.settle();
        client.create(ResourceTypes.PODS, "default", Document.of(StageManifests.pod("p", "n", "[]")));
    }

    private List<Change> since(ApiReply.Many list) {
        return store.watch(PODS, "default", list.revision()).poll(10);
    }

    @Test
    void deletionRightAfterTheLookComesInTheWatch() {
        create();
        var pod = store.find(ResourceTypes.PODS.key("default", "p")).object().orElseThrow();
        ApiReply.Many list =
                listed(() -> store.commit(new Write.Delete(pod, new Precondition.AtRevision(pod.revision()))));
        assertThat(list.items()).hasSize(1);
        assertThat(since(list)).singleElement().matches(Change::deletion);
    }

    @Test
    void changeRightAfterTheLookComesInTheWatch() {
        create();
        var pod = store.find(ResourceTypes.PODS.key("default", "p")).object().orElseThrow();
        ApiReply.Many list =
                listed(() -> store.commit(new Write.Put(pod, new Precondition.AtRevision(pod.revision()))));
        assertThat(list.items()).singleElement().matches(one -> one.revision() == pod.revision());
        assertThat(since(list)).hasSize(1);
    }

    @Test
    void whatIsNotThereIsLookedForByItsNameToo() {
        world.settle();
        ApiReply.Many list = listed(this::create);
        assertThat(list.items()).isEmpty();
        assertThat(since(list))
                .singleElement()
                .matches(change -> change.before().isEmpty());
    }
}
