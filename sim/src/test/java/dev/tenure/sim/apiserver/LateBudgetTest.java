package dev.tenure.sim.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.client.ClusterClient;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.runtime.loop.SimulatedWorld;
import dev.tenure.sim.stage.StageManifests;
import dev.tenure.store.PassingStore;
import dev.tenure.store.Store;
import dev.tenure.store.Store.ResourceId;
import dev.tenure.store.memory.MemoryStore;
import dev.tenure.store.memory.StateOptions;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// A budget that another server has just stored counts at a server that has not heard of it.
class LateBudgetTest {
    private static final Instant EPOCH = Instant.parse("2026-01-01T00:00:00Z");

    private final SimulatedWorld world = new SimulatedWorld(EPOCH);
    private final ClusterClient client = client(new MemoryStore(StateOptions.indexing(Map.of())));
    private boolean behind;

    private ClusterClient client(Store memory) {
        Store store = new PassingStore(memory) {
            @Override
            public boolean catchUp() {
                behind = false;
                return true;
            }

            @Override
            public Page list(Range range) {
                boolean unheard = behind && range.resource().equals(budgets());
                return unheard ? new Page(super.revision(), List.of(), 0, List.of()) : super.list(range);
            }
        };
        return BareServer.over(store, world);
    }

    private static ResourceId budgets() {
        return new ResourceId("policy", "poddisruptionbudgets");
    }

    private static int code(ApiReply reply) {
        return reply instanceof ApiReply.Failure(var status, var _) ? status.code() : 0;
    }

    @Test
    void nobodyGoesForNothing() {
        world.settle();
        client.create(ResourceTypes.PODS, "default", Document.of(StageManifests.pod("p", "n", "[]")));
        client.create(ResourceTypes.POD_DISRUPTION_BUDGETS, "default", Document.of(StageManifests.json("""
            {'apiVersion': 'policy/v1', 'kind': 'PodDisruptionBudget', 'metadata': {'name': 'b'},
             'spec': {'minAvailable': 1, 'selector': {}}}""")));
        client.patch(
                ResourceTypes.PODS,
                "default",
                "p",
                "status",
                new Body(Body.MERGE_PATCH, Json.write(StageManifests.json("""
            {'status': {'phase': 'Running', 'conditions': [{'type': 'Ready', 'status': 'True'}]}}"""))));
        behind = true;
        ApiReply evicted =
                client.create(ResourceTypes.PODS, "default", "p", "eviction", Document.of(StageManifests.json("""
            {'apiVersion': 'policy/v1', 'kind': 'Eviction', 'metadata': {'name': 'p'}}""")));
        assertThat(code(evicted)).isEqualTo(429);
    }
}
