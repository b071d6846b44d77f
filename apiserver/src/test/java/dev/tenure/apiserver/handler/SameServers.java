package dev.tenure.apiserver.handler;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tenure.apiserver.ApiServer;
import dev.tenure.apiserver.admission.AdmissionChain;
import dev.tenure.apiserver.admission.noderestriction.NodeRestriction;
import dev.tenure.apiserver.kinds.KindTable;
import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.apiserver.registry.KindStrategy;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.loop.Published;
import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import dev.tenure.store.memory.MemoryStore;
import dev.tenure.store.memory.StateOptions;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonSyntaxException;
import dev.tenure.wire.json.TreeContent;
import dev.tenure.wire.schema.Schema;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
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
import java.util.function.Supplier;

/// Servers without transport that get the same requests about one object. Two take the short ways, of bytes, and of
/// trees that nobody has written, and are sent trees as often as bytes; the other always reads the whole and is made
/// anew for each request. Answers and what is stored, its view included, have to be the same.
final class SameServers implements AutoCloseable {
    private static final Set<String> TREES = Set.of(Body.JSON, Body.MERGE_PATCH, Body.STRATEGIC_MERGE_PATCH);

    private final ObjectKey key;
    private final long seed;
    private final Clock clock = new Clock();
    private final World quick;
    private final World unwritten;
    private final World whole;
    private int sent;
    private int succeeded;
    private int refused;

    /// @param key of the object
    /// @param seed for messages, and for uids
    SameServers(ObjectKey key, long seed) {
        this.key = key;
        this.seed = seed;
        quick = new World(false, false);
        unwritten = new World(false, true);
        whole = new World(true, false);
    }

    void pass(Duration span) {
        clock.wall = clock.wall.plus(span);
    }

    Optional<StoredObject> stored() {
        return quick.stored();
    }

    int succeeded() {
        return succeeded;
    }

    int refused() {
        return refused;
    }

    void send(ApiRequest request) {
        ApiReply expected = whole.call(request);
        sent++;
        String what = "seed %d: %s".formatted(seed, shown(request));
        for (World world : List.of(quick, unwritten)) {
            ApiReply got = world.call(sent % 2 == 0 ? request : inProcess(request));
            assertThat(shown(got)).as(what).isEqualTo(shown(expected));
            assertThat(world.stored().map(SameServers::shown))
                    .as(what)
                    .isEqualTo(whole.stored().map(SameServers::shown));
            world.stored()
                    .ifPresent(object -> assertThat(object.view(Object.class))
                            .as(what)
                            .isEqualTo(object.reader().read(object.json())));
        }
        unwritten
                .stored()
                .ifPresent(object -> assertThat(Document.of(object.content()).tree())
                        .as(what)
                        .isEqualTo(Json.readObject(object.json())));
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
                            new Body(body.contentType(), TreeContent.of(tree)),
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
        quick.store.close();
        unwritten.store.close();
        whole.store.close();
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
        private final MemoryStore store;
        private final KindEntry kind;
        private final Supplier<Handlers> handlers;
        private final BindingHandler bindings;

        World(boolean alwaysWhole, boolean takesUnwritten) {
            store = new MemoryStore(StateOptions.indexing(Map.of()), List.of(), 1, takesUnwritten);
            List<KindEntry> entries = new ArrayList<>(KindTable.standard().entries());
            if (alwaysWhole) {
                entries.replaceAll(SameServers::alwaysWhole);
            }
            var table = new Published<>(new KindTable(entries));
            kind = table.get().stored(key.group(), key.resource()).orElseThrow();
            var reader = new StoreReader(store, table, clock);
            var admission = new AdmissionChain(List.of(new NodeRestriction()), reader);
            var environment = new Environment(table, store, admission, clock, new Identities(new Random(seed)));
            var bodies = new WireBodyReader(Schema.builtIn());
            var lasting = new Handlers(environment, bodies);
            handlers = alwaysWhole ? () -> new Handlers(environment, bodies) : () -> lasting;
            bindings = new BindingHandler(environment, bodies);
        }

        ApiReply call(ApiRequest request) {
            List<String> warnings = new ArrayList<>();
            try {
                return request.target().subresource().equals("binding")
                        ? bindings.call(kind, request, warnings)
                        : handlers.get().call(kind, request, warnings);
            } catch (RuntimeException e) {
                return new ApiReply.Failure(ApiServer.failure(e), warnings);
            }
        }

        Optional<StoredObject> stored() {
            return store.get(key);
        }
    }

    private static KindEntry alwaysWhole(KindEntry entry) {
        KindStrategy strategy = entry.strategy();
        var whole = (KindStrategy) Proxy.newProxyInstance(
                KindStrategy.class.getClassLoader(), new Class<?>[] {KindStrategy.class}, (_, method, arguments) -> {
                    if (method.getName().equals("specForStatus")) {
                        return Optional.empty();
                    }
                    try {
                        return method.invoke(strategy, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
        return entry.withStrategy(whole);
    }
}
