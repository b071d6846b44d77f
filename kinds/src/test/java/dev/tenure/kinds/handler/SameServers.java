package dev.tenure.kinds.handler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.ApiServer;
import dev.tenure.apiserver.admission.AdmissionChain;
import dev.tenure.apiserver.authz.Decision;
import dev.tenure.apiserver.handler.Environment;
import dev.tenure.apiserver.handler.Handlers;
import dev.tenure.apiserver.handler.Identities;
import dev.tenure.apiserver.handler.StoreAccess;
import dev.tenure.apiserver.handler.body.WireBodyReader;
import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.kinds.KindList;
import dev.tenure.kinds.admission.noderestriction.NodeRestriction;
import dev.tenure.kinds.pod.BindingHandler;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.Content;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.loop.Published;
import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import dev.tenure.store.Store;
import dev.tenure.store.Store.Write;
import dev.tenure.store.memory.MemoryStore;
import dev.tenure.store.memory.StateOptions;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonSyntaxException;
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
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/// Servers without transport that get the same requests about one object. One keeps objects as they were
/// made, one packs them, and both are sent documents as often as bytes; the third keeps nothing but bytes, so
/// that it shares nothing with what was before. Answers and what is stored, its view included, have to be the
/// same, and what is stored has to be JSON that says what its document says.
final class SameServers implements AutoCloseable {
    private static final Set<String> TREES = Set.of(Body.JSON, Body.MERGE_PATCH, Body.STRATEGIC_MERGE_PATCH);

    private final ObjectKey key;
    private final long seed;
    private final Clock clock = new Clock();
    private final World packed;
    private final World made;
    private final World plain;
    private int sent;
    private int succeeded;
    private int refused;

    /// @param key of the object
    /// @param seed for messages, and for uids
    SameServers(ObjectKey key, long seed) {
        this.key = key;
        this.seed = seed;
        packed = new World(Write::packed);
        made = new World(write -> write);
        plain = new World(SameServers::asBytes);
    }

    void pass(Duration span) {
        clock.wall = clock.wall.plus(span);
    }

    private static Write asBytes(Write write) {
        return switch (write) {
            case Write.Put put -> new Write.Put(asBytes(put.object()), put.precondition());
            case Write.Delete delete -> new Write.Delete(asBytes(delete.last()), delete.precondition());
        };
    }

    private static StoredObject asBytes(StoredObject object) {
        return new StoredObject(object.header(), object.json(), object.revision(), object.reader());
    }

    Optional<StoredObject> stored() {
        return packed.stored();
    }

    int succeeded() {
        return succeeded;
    }

    int refused() {
        return refused;
    }

    void send(ApiRequest request) {
        ApiReply expected = plain.call(request);
        sent++;
        String what = "seed %d: %s".formatted(seed, shown(request));
        for (World world : List.of(packed, made)) {
            ApiReply got = world.call(sent % 2 == 0 ? request : inProcess(request));
            assertThat(shown(got)).as(what).isEqualTo(shown(expected));
            assertThat(world.stored().map(SameServers::shown))
                    .as(what)
                    .isEqualTo(plain.stored().map(SameServers::shown));
            world.stored()
                    .ifPresent(object -> assertThat(object.view(Object.class))
                            .as(what)
                            .isEqualTo(object.reader().read(Content.of(object.json()))));
            world.stored()
                    .ifPresent(
                            object -> assertThat(Document.of(object.content()).tree())
                                    .as(what)
                                    .isEqualTo(Json.readObject(object.json())));
        }
        if (expected instanceof ApiReply.Failure) {
            refused++;
        } else {
            succeeded++;
        }
    }

    /// The same, as who is in the process sends it.
    private static ApiRequest inProcess(ApiRequest request) {
        Body body = request.body();
        if (!TREES.contains(body.contentType())) {
            return request;
        }
        try {
            Json.Reading read = Json.readNoting(body.bytes());
            return read.value() instanceof ObjectNode tree && !read.repeats()
                    ? new ApiRequest(
                            request.verb(),
                            request.target(),
                            request.query(),
                            new Body(body.contentType(), Document.of(tree)),
                            request.caller())
                    : request;
        } catch (JsonSyntaxException _) {
            return request;
        }
    }

    private static String shown(ApiRequest request) {
        return request.verb() + " " + request.target() + " " + request.query() + " "
                + request.body().contentType() + " " + new String(request.body().bytes(), StandardCharsets.UTF_8);
    }

    private static String shown(ApiReply reply) {
        return switch (reply) {
            case ApiReply.One one -> one.code() + " " + shown(one.object()) + " " + one.warnings();
            case ApiReply.Document document ->
                document.code() + " " + new String(document.json(), StandardCharsets.UTF_8) + " " + document.warnings();
            case ApiReply.Many many -> many.toString();
            case ApiReply.Failure failure -> failure.toString();
        };
    }

    private static String shown(StoredObject object) {
        StoredObject.Header header = object.header();
        return object.revision() + " " + header.key() + header.uid() + new TreeMap<>(header.labels())
                + header.ownerUids() + new TreeMap<>(header.fields()) + header.deleting() + " "
                + new String(object.json(), StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        packed.store.close();
        made.store.close();
        plain.store.close();
    }

    private static final class Clock implements TimeSource {
        private Instant wall = Instant.parse("2026-01-01T00:00:00Z");

        @Override
        public Instant wall() {
            return wall;
        }

        @Override
        public Tick now() {
            throw new UnsupportedOperationException("handlers ask for the wall clock only");
        }
    }

    /// A server without transport.
    private final class World {
        private final Store store;
        private final KindEntry kind;
        private final Handlers handlers;
        private final BindingHandler bindings;

        /// @param form makes of what is written what is kept
        World(UnaryOperator<Write> form) {
            store = new FormedStore(new MemoryStore(StateOptions.indexing(Map.of())), form);
            var table = new Published<>(KindList.standard());
            kind = table.get().stored(key.group(), key.resource()).orElseThrow();
            var reader = new StoreAccess(store, table, clock);
            var admission = new AdmissionChain(List.of(new NodeRestriction()), reader);
            var environment = new Environment(table, store, admission, clock, new Identities(new Random(seed)));
            var bodies = new WireBodyReader(Schema.builtIn());
            handlers = new Handlers(environment, bodies, _ -> new Decision.Allow(""));
            bindings = new BindingHandler(environment, bodies);
        }

        ApiReply call(ApiRequest request) {
            List<String> warnings = new ArrayList<>();
            try {
                return request.target().subresource().equals("binding")
                        ? bindings.call(kind, request, warnings)
                        : handlers.call(kind, request, warnings);
            } catch (RuntimeException e) {
                return new ApiReply.Failure(ApiServer.failure(e), warnings);
            }
        }

        Optional<StoredObject> stored() {
            return store.get(key);
        }
    }
}
