package dev.tenure.sim.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.client.ClusterClient;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.loop.SimulatedWorld;
import dev.tenure.sim.stage.StageManifests;
import dev.tenure.store.PassingStore;
import dev.tenure.store.Store;
import dev.tenure.store.Store.Committed;
import dev.tenure.store.Store.Precondition;
import dev.tenure.store.Store.Write;
import dev.tenure.store.memory.MemoryStore;
import dev.tenure.store.memory.StateOptions;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// A kubelet removes a pod as soon as it sees its mark, which may be before the request that set the mark has
/// ended.
class DeletionRaceTest {
    private static final Instant EPOCH = Instant.parse("2026-01-01T00:00:00Z");

    private final SimulatedWorld world = new SimulatedWorld(EPOCH);
    private final HastyStore store = new HastyStore(new MemoryStore(StateOptions.indexing(Map.of())));
    private final ClusterClient client = BareServer.over(store, world);

    /// Removes, or touches, whatever is marked for deletion before anybody else can.
    private static final class HastyStore extends PassingStore {
        private boolean touches;

        HastyStore(Store store) {
            super(store);
        }

        @Override
        public Committed commit(Write write) {
            Committed done = super.commit(write);
            if (write instanceof Write.Put(StoredObject object, var _)
                    && object.key().resource().equals("pods")
                    && object.header().deleting()
                    && done instanceof Committed.Durable durable) {
                var now = new Precondition.AtRevision(durable.object().revision());
                if (touches) {
                    touches = false;
                    super.commit(new Write.Put(object, now));
                } else {
                    super.commit(new Write.Delete(durable.object(), now));
                }
            }
            return done;
        }
    }

    private ApiReply deleteAtOnce() {
        world.settle();
        var pod = StageManifests.pod("p", "n", "[]");
        assertThat(client.create(ResourceTypes.PODS, "default", Document.of(pod)))
                .isInstanceOf(ApiReply.One.class);
        return client.delete(
                ResourceTypes.PODS, "default", "p", Document.of(Json.object().put("gracePeriodSeconds", 0)));
    }

    @Test
    void podThatItsKubeletRemovesFirstCountsAsDeleted() {
        assertThat(deleteAtOnce()).isNotInstanceOf(ApiReply.Failure.class);
    }

    @Test
    void podThatIsTouchedMeanwhileIsDeletedAllTheSame() {
        store.touches = true;
        assertThat(deleteAtOnce()).isNotInstanceOf(ApiReply.Failure.class);
        assertThat(client.get(ResourceTypes.PODS, "default", "p")).isInstanceOf(ApiReply.Failure.class);
    }
}
