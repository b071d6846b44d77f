package dev.tenure.checks.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.client.rest.ConnectionException;
import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.meta.ApiEndpoint;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.model.meta.WatchReply;
import dev.tenure.sim.world.ClusterSettings;
import dev.tenure.sim.world.SimulatedCluster;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The writer of `checks/kill/run` finds what a server has lost, and nothing else.
final class WritingClientTest {
    private static final int SEEDS = 20;

    private final SimulatedCluster cluster = new SimulatedCluster(ClusterSettings.standard(1, Semantics.DOCUMENTED));
    private final LongAdder acknowledged = new LongAdder();

    @BeforeEach
    void makeTheNamespace() {
        var namespace = Json.object().put("apiVersion", "v1").put("kind", "Namespace");
        namespace.putObject("metadata").put("name", "default");
        cluster.client().create(ResourceTypes.NAMESPACES, "", Document.of(namespace));
    }

    /// A server that is killed in the middle of a request.
    private final class Killed implements ApiEndpoint {
        /// Whether the last request has still happened.
        private final boolean carriesOut;

        private int left;

        Killed(int requests, boolean carriesOut) {
            this.left = requests;
            this.carriesOut = carriesOut;
        }

        @Override
        public ApiReply call(ApiRequest request) {
            if (left < 0 || (left == 0 && !carriesOut)) {
                throw new ConnectionException("gone");
            }
            ApiReply reply = cluster.endpoint().call(ofAdministrator(request));
            if (left-- == 0) {
                throw new ConnectionException("gone");
            }
            return reply;
        }

        @Override
        public WatchReply watch(ApiRequest request) {
            throw new ConnectionException("nobody watches");
        }
    }

    private ApiEndpoint alive() {
        return new Killed(Integer.MAX_VALUE, true);
    }

    private static ApiRequest ofAdministrator(ApiRequest request) {
        var administrator = Caller.component("admin", List.of(Caller.SYSTEM_MASTERS), "kill-test");
        return new ApiRequest(request.verb(), request.target(), request.query(), request.body(), administrator);
    }

    private List<StoredObject> maps() {
        return cluster.client().list(ResourceTypes.CONFIG_MAPS, "default", Map.of()) instanceof ApiReply.Many many
                ? many.items()
                : List.of();
    }

    @Test
    void whatWasAcknowledgedIsThereWhetherOrNotTheLastRequestHasHappened() {
        for (int seed = 1; seed <= SEEDS; seed++) {
            var writer = new WritingClient(seed, seed, acknowledged::increment);
            for (int kill = 0; kill < 6; kill++) {
                writer.write(new Killed(17 * kill, (seed + kill) % 2 == 0));
                assertThat(writer.check(alive())).as("seed %d", seed).isEmpty();
            }
        }
        assertThat(acknowledged.sum()).isEqualTo(SEEDS * 17L * 15);
    }

    @Test
    void anObjectThatIsLostOrOlderIsFound() {
        var writer = new WritingClient(1, 1, acknowledged::increment);
        writer.write(new Killed(60, false));
        String lost = maps().getFirst().key().name();
        cluster.client().delete(ResourceTypes.CONFIG_MAPS, "default", lost, Document.of(Json.object()));
        assertThat(writer.check(alive()))
                .singleElement()
                .asString()
                .startsWith(lost + ": acknowledged Optional[")
                .endsWith("found Optional.empty");
        StoredObject other = maps().getFirst();
        var older = Json.readObject(other.json());
        older.putObject("data").put("value", "an older value");
        cluster.client()
                .update(ResourceTypes.CONFIG_MAPS, "default", other.key().name(), Document.of(older));
        assertThat(writer.check(alive())).singleElement().asString().endsWith("found Optional[an older value]");
    }

    @Test
    void anObjectThatCameBackIsFound() {
        var writer = new WritingClient(1, 1, acknowledged::increment);
        writer.write(new Killed(60, false));
        String name = maps().getFirst().key().name();
        var client = cluster.client();
        StoredObject before = maps().getFirst();
        client.delete(ResourceTypes.CONFIG_MAPS, "default", name, Document.of(Json.object()));
        assertThat(writer.check(alive())).hasSize(1);
        var again = Json.object().put("apiVersion", "v1").put("kind", "ConfigMap");
        again.putObject("metadata").put("name", name);
        again.set("data", Json.readObject(before.json()).path("data"));
        client.create(ResourceTypes.CONFIG_MAPS, "default", Document.of(again));
        assertThat(writer.check(alive())).singleElement().asString().startsWith(name + ": acknowledged Optional.empty");
    }
}
