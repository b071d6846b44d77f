package dev.tenure.kinds.upkeep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.admission.AdmissionChain;
import dev.tenure.apiserver.authz.Decision;
import dev.tenure.apiserver.handler.Environment;
import dev.tenure.apiserver.handler.Handlers;
import dev.tenure.apiserver.handler.Identities;
import dev.tenure.apiserver.handler.StoreAccess;
import dev.tenure.apiserver.handler.body.WireBodyReader;
import dev.tenure.apiserver.registry.KindTable;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class UpkeepLoopTest {
    private static final ResourceId NAMESPACES = new ResourceId("", "namespaces");

    /// Wants an object changed that is not there, until it is told that all is well.
    private static final class Wishing implements Upkeep {
        private int looks;
        private int seen;
        private boolean content;

        @Override
        public String name() {
            return "wishing";
        }

        @Override
        public List<ResourceId> followed() {
            return List.of(NAMESPACES);
        }

        @Override
        public Optional<Duration> period() {
            return Optional.of(Duration.ofMinutes(10));
        }

        @Override
        public List<ApiRequest> writes(Look look) {
            looks++;
            seen = look.objects().apply(NAMESPACES).size();
            ObjectNode absent =
                    Json.readObject("{\"metadata\": {\"name\": \"absent\"}}".getBytes(StandardCharsets.UTF_8));
            return content ? List.of() : List.of(OwnRequest.of(NAMESPACES).update(absent));
        }
    }

    /// A server in memory that looks after namespaces.
    private static final class Server {
        private final SimulatedWorld world = new SimulatedWorld(Instant.parse("2026-01-01T00:00:00Z"));
        private final Wishing wishing = new Wishing();
        private final Published<KindTable> kinds = new Published<>(KindList.standard());
        private final Handlers handlers;

        Server() {
            var loop = world.loop("server");
            var store = new MemoryStore(StateOptions.indexing(Map.of()));
            var admission = new AdmissionChain(List.of(), new StoreAccess(store, kinds, loop.time()));
            var environment = new Environment(kinds, store, admission, loop.time(), new Identities(new Random(1)));
            handlers = new Handlers(environment, new WireBodyReader(Schema.builtIn()), _ -> new Decision.Allow(""));
            loop.post("start", () -> new UpkeepLoop(wishing, store, loop, kinds, handlers).start());
        }

        private void create(String name) {
            ObjectNode namespace = Json.object();
            namespace.putObject("metadata").put("name", name);
            handlers.call(
                    kinds.get().find("", "v1", "namespaces").orElseThrow(),
                    OwnRequest.of(NAMESPACES).create(namespace),
                    new ArrayList<>());
        }
    }

    @Test
    void whatIsRefusedIsTriedEverLessOften() {
        var server = new Server();
        var world = server.world;
        var wishing = server.wishing;
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

    @Test
    void whoChangesOneThingAfterAnotherIsFollowedAtOnce() {
        var server = new Server();
        server.wishing.content = true;
        server.world.advance(Duration.ofMinutes(1));
        for (int i = 0; i < 8; i++) {
            int before = server.wishing.looks;
            server.create("one-" + i);
            server.world.advance(Duration.ofMillis(1));
            assertThat(server.wishing.looks - before)
                    .as("looks after change %d", i)
                    .isEqualTo(1);
        }
    }

    @Test
    void manyChangesAreLookedAtTogetherAndTheLastIsNotForgotten() {
        var server = new Server();
        server.wishing.content = true;
        server.world.advance(Duration.ofMinutes(1));
        int before = server.wishing.looks;
        for (int i = 0; i < 1_000; i++) {
            server.create("many-" + i);
            server.world.advance(Duration.ofMillis(1));
        }
        assertThat(server.wishing.looks - before)
                .as("ten at once, four a second")
                .isBetween(12, 15);
        server.world.advance(Duration.ofMillis(250));
        assertThat(server.wishing.seen).isEqualTo(1_000);
    }
}
