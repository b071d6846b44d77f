package dev.tenure.kinds.upkeep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.admission.AdmissionChain;
import dev.tenure.apiserver.authz.Decision;
import dev.tenure.apiserver.handler.Environment;
import dev.tenure.apiserver.handler.Handlers;
import dev.tenure.apiserver.handler.Identities;
import dev.tenure.apiserver.handler.StoreAccess;
import dev.tenure.apiserver.handler.body.WireBodyReader;
import dev.tenure.kinds.KindList;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.runtime.loop.Published;
import dev.tenure.runtime.loop.SimulatedWorld;
import dev.tenure.store.Store.ResourceId;
import dev.tenure.store.memory.MemoryStore;
import dev.tenure.store.memory.StateOptions;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.schema.Schema;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class UpkeepLoopTest {
    private static final ResourceId MAPS = new ResourceId("", "configmaps");

    /// Wants an object changed that is not there, until it is told that all is well.
    private static final class Wishing implements Upkeep {
        private int looks;
        private boolean content;

        @Override
        public String name() {
            return "wishing";
        }

        @Override
        public List<ResourceId> followed() {
            return List.of(MAPS);
        }

        @Override
        public Optional<Duration> period() {
            return Optional.of(Duration.ofMinutes(10));
        }

        @Override
        public List<ApiRequest> writes(Look look) {
            looks++;
            ObjectNode absent = Json.readObject("{\"metadata\": {\"namespace\": \"default\", \"name\": \"absent\"}}"
                    .getBytes(StandardCharsets.UTF_8));
            return content ? List.of() : List.of(OwnRequest.of(MAPS).update(absent));
        }
    }

    @Test
    void whatIsRefusedIsTriedEverLessOften() {
        var world = new SimulatedWorld(Instant.parse("2026-01-01T00:00:00Z"));
        var loop = world.loop("server");
        var store = new MemoryStore(StateOptions.indexing(Map.of()));
        var kinds = new Published<>(KindList.standard());
        var admission = new AdmissionChain(List.of(), new StoreAccess(store, kinds, loop.time()));
        var environment = new Environment(kinds, store, admission, loop.time(), new Identities(new Random(1)));
        var handlers = new Handlers(environment, new WireBodyReader(Schema.builtIn()), _ -> new Decision.Allow(""));
        var wishing = new Wishing();
        loop.post("start", () -> new UpkeepLoop(wishing, store, loop, kinds, handlers).start());
        world.advance(Duration.ofMinutes(1));
        assertThat(wishing.looks).isBetween(5, 10);
        world.advance(Duration.ofMinutes(9));
        assertThat(wishing.looks).as("once a minute").isBetween(12, 20);
        wishing.content = true;
        world.advance(Duration.ofMinutes(10));
        int before = wishing.looks;
        world.advance(Duration.ofMinutes(10));
        assertThat(wishing.looks - before).as("rounds only").isEqualTo(1);
    }
}
