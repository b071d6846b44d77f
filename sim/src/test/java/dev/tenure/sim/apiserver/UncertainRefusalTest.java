package dev.tenure.sim.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.client.ClusterClient;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.runtime.loop.SimulatedWorld;
import dev.tenure.sim.stage.StageManifests;
import dev.tenure.store.PassingStore;
import dev.tenure.store.Store;
import dev.tenure.store.StoreUnavailableException;
import dev.tenure.store.memory.MemoryStore;
import dev.tenure.store.memory.StateOptions;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// A server that cannot find out whether it knows the newest state refuses nothing for the state that it
/// knows: another server may have made what is not there, or removed what is in the way.
class UncertainRefusalTest {
    private static final Instant EPOCH = Instant.parse("2026-01-01T00:00:00Z");

    private final SimulatedWorld world = new SimulatedWorld(EPOCH);
    private final ClusterClient client = client(new MemoryStore(StateOptions.indexing(Map.of())));
    private boolean apart;

    private ClusterClient client(Store memory) {
        Store store = new PassingStore(memory) {
            @Override
            public boolean catchUp() {
                if (apart) {
                    throw new StoreUnavailableException("the engine does not answer");
                }
                return true;
            }
        };
        return BareServer.over(store, world);
    }

    private static int code(ApiReply reply) {
        return reply instanceof ApiReply.Failure(var status, var _) ? status.code() : 0;
    }

    private ApiReply created() {
        return client.create(ResourceTypes.PODS, "default", Document.of(StageManifests.pod("p", "n", "[]")));
    }

    private ApiReply deleted() {
        return client.delete(ResourceTypes.PODS, "default", "absent", Document.of(Json.object()));
    }

    @Test
    void whoKnowsTheNewestStateRefuses() {
        world.settle();
        assertThat(code(created())).isZero();
        assertThat(code(created())).isEqualTo(409);
        assertThat(code(deleted())).isEqualTo(404);
    }

    @Test
    void whoDoesNotSaysSo() {
        world.settle();
        assertThat(code(created())).isZero();
        apart = true;
        assertThat(code(created())).isEqualTo(503);
        assertThat(code(deleted())).isEqualTo(503);
    }
}
