package dev.tenure.apiserver.handler;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tenure.apiserver.ApiServer;
import dev.tenure.apiserver.admission.AdmissionChain;
import dev.tenure.apiserver.admission.noderestriction.NodeRestriction;
import dev.tenure.apiserver.kinds.KindTable;
import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.apiserver.registry.KindStrategy;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.ApiRequest.Verb;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.loop.Published;
import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import dev.tenure.store.memory.MemoryStore;
import dev.tenure.store.memory.StateOptions;
import dev.tenure.wire.json.Json;
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
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// Writes that leave a pod's description unread give what writes of the whole pod give: random requests from a fixed
/// seed go to two servers, one of which always reads the whole.
class StatusWritesTest {
    private static final long SEED = 20_261_122;
    private static final int PODS = 60;
    private static final int WRITES = 50;

    private final Random random = new Random(SEED);
    private final Clock clock = new Clock();
    private int succeeded;
    private int refused;

    private static final class Clock implements TimeSource {
        private Instant wall = Instant.parse("2026-01-01T00:00:00Z");

        @Override
        public Instant wall() {
            return wall;
        }

        @Override
        public Tick now() {
            throw new UnsupportedOperationException();
        }
    }

    /// A server without transport.
    private final class World implements AutoCloseable {
        private final MemoryStore store = new MemoryStore(StateOptions.indexing(Map.of()));
        private final KindEntry pods;
        private final Handlers handlers;
        private final BindingHandler bindings;

        World(boolean alwaysWhole) {
            List<KindEntry> entries = new ArrayList<>(KindTable.standard().entries());
            if (alwaysWhole) {
                entries.replaceAll(StatusWritesTest::alwaysWhole);
            }
            var table = new Published<>(new KindTable(entries));
            pods = table.get().stored("", "pods").orElseThrow();
            var reader = new StoreReader(store, table, clock);
            var admission = new AdmissionChain(List.of(new NodeRestriction()), reader);
            var environment = new Environment(table, store, admission, clock, new Identities(new Random(SEED)));
            var bodies = new WireBodyReader(Schema.builtIn());
            handlers = new Handlers(environment, bodies);
            bindings = new BindingHandler(environment, bodies);
        }

        ApiReply call(ApiRequest request) {
            List<String> warnings = new ArrayList<>();
            try {
                return request.target().subresource().equals("binding")
                        ? bindings.call(pods, request, warnings)
                        : handlers.call(pods, request, warnings);
            } catch (RuntimeException e) {
                return new ApiReply.Failure(ApiServer.failure(e), warnings);
            }
        }

        Optional<StoredObject> stored() {
            return store.get(ResourceTypes.PODS.key("default", "pod"));
        }

        @Override
        public void close() {
            store.close();
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

    @Test
    void leaveWhatWritesOfTheWholePodLeave() {
        try (var quick = new World(false);
                var whole = new World(true)) {
            for (int pod = 0; pod < PODS; pod++) {
                both(quick, whole, request(Verb.CREATE, "", Body.JSON, pod()));
                for (int i = 0; i < WRITES; i++) {
                    clock.wall = clock.wall.plus(Duration.ofMillis(random.nextInt(1_500)));
                    both(quick, whole, write(quick));
                }
                both(quick, whole, request(Verb.DELETE, "", Body.JSON, "{'gracePeriodSeconds': 0}"));
                both(quick, whole, request(Verb.PATCH, "", Body.MERGE_PATCH, "{'metadata': {'finalizers': null}}"));
                assertThat(quick.stored()).isEmpty();
            }
        }
        assertThat(succeeded).isGreaterThan(PODS * WRITES / 3);
        assertThat(refused).isGreaterThan(PODS * WRITES / 6);
    }

    private void both(World quick, World whole, ApiRequest request) {
        ApiReply expected = whole.call(request);
        ApiReply got = quick.call(request);
        String what = "seed %d: %s".formatted(SEED, shown(request));
        assertThat(shown(got)).as(what).isEqualTo(shown(expected));
        assertThat(quick.stored().map(StatusWritesTest::shown))
                .as(what)
                .isEqualTo(whole.stored().map(StatusWritesTest::shown));
        quick.stored()
                .ifPresent(pod -> assertThat(pod.view(Pod.class))
                        .as(what)
                        .isEqualTo(pod.reader().read(pod.json())));
        if (expected instanceof ApiReply.Failure) {
            refused++;
        } else {
            succeeded++;
        }
    }

    private static String shown(ApiRequest request) {
        return request.verb() + " " + request.target().subresource() + " " + request.query() + " "
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

    private ApiRequest write(World world) {
        return switch (random.nextInt(12)) {
            case 0 -> request(Verb.UPDATE, "status", Body.JSON, replaced(world));
            case 1 -> request(Verb.DELETE, "", Body.JSON, deletion());
            case 2 ->
                request(
                        Verb.CREATE,
                        "binding",
                        Body.JSON,
                        "{'metadata': {'name': 'pod'}, 'target': {'kind': 'Node', 'name': 'n1'}}");
            case 3 ->
                request(
                        Verb.PATCH,
                        "status",
                        Body.JSON_PATCH,
                        "[{'op': 'add', 'path': '/status/reason', 'value': 'R" + random.nextInt(9) + "'}]");
            case 4 ->
                request(
                        Verb.PATCH,
                        "status",
                        Body.APPLY_PATCH,
                        "{'apiVersion': 'v1', 'kind': 'Pod', 'metadata': {'name': 'pod'}, 'status': " + status() + "}");
            case 5, 6 -> request(Verb.PATCH, "status", Body.MERGE_PATCH, patch(world));
            default -> request(Verb.PATCH, "status", Body.STRATEGIC_MERGE_PATCH, patch(world));
        };
    }

    private String deletion() {
        return "{'gracePeriodSeconds': " + (1 + random.nextInt(60))
                + one(
                        "",
                        "",
                        ", 'propagationPolicy': 'Foreground'",
                        ", 'propagationPolicy': 'Orphan'",
                        ", 'orphanDependents': false",
                        ", 'dryRun': ['All']",
                        ", 'preconditions': {'uid': 'another'}")
                + "}";
    }

    /// What is stored with another status, and at times with other metadata or another description.
    private String replaced(World world) {
        ObjectNode pod = world.stored().map(Objects::tree).orElseGet(Json::object);
        if (random.nextBoolean()) {
            pod.remove("status");
        } else {
            pod.set("status", Json.read(bytes(status())));
        }
        if (random.nextInt(3) == 0) {
            Objects.metadata(pod).remove(List.of("resourceVersion", "managedFields"));
        }
        if (random.nextInt(4) == 0) {
            pod.withObject("/metadata/labels").put("l" + random.nextInt(3), one("a", "b", "not valid!"));
        }
        if (random.nextInt(4) == 0) {
            pod.withObject("/spec").put("priority", 7).put("unknown", "x");
        }
        return pod.toString();
    }

    private String patch(World world) {
        List<String> parts = new ArrayList<>();
        if (random.nextInt(5) > 0) {
            parts.add("'status': " + status());
        }
        if (random.nextInt(2) == 0) {
            parts.add("'metadata': {" + metadata(world) + "}");
        }
        if (random.nextInt(12) == 0) {
            parts.add(one(
                    "'spec': {'priority': 3}",
                    "'spec': {'containers': [{'image': 'x'}]}",
                    "'unknown': 1",
                    "'kind': 'Node'",
                    "'$patch': 'replace'",
                    "'status': {'phase': 'Twice'}"));
        }
        return "{" + String.join(", ", parts) + "}";
    }

    private String metadata(World world) {
        String uid = world.stored().map(StoredObject::uid).orElse("");
        String revision =
                world.stored().map(pod -> Long.toString(pod.revision())).orElse("");
        return one(
                "'uid': '" + uid + "'",
                "'uid': '" + uid + "'",
                "'uid': '" + uid + "'",
                "'uid': 'another'",
                "'resourceVersion': '" + revision + "'",
                "'resourceVersion': '1'",
                "'labels': {'a': 'b" + random.nextInt(3) + "'}",
                "'labels': {'a': 'not valid!'}",
                "'annotations': {'note': 'n" + random.nextInt(3) + "'}",
                "'annotations': {'kubernetes.io/config.mirror': 'm'}",
                "'annotations': {'container.apparmor.security.beta.kubernetes.io/c': 'unconfined'}",
                "'annotations': null",
                "'finalizers': ['example.com/" + random.nextInt(3) + "']",
                "'finalizers': null",
                "'ownerReferences': [{'apiVersion': 'v1', 'kind': 'Node', 'name': 'n', 'uid': 'u'}]",
                "'managedFields': []",
                "'name': 'other'",
                "'generation': 9",
                "'deletionGracePeriodSeconds': 0");
    }

    private String status() {
        List<String> parts = new ArrayList<>();
        for (int i = random.nextInt(4); i >= 0; i--) {
            parts.add(one(
                    "'phase': '" + one("Pending", "Running", "Failed", "Succeeded") + "'",
                    "'conditions': [" + condition() + "]",
                    "'conditions': [" + condition() + ", " + condition() + "]",
                    "'conditions': [{'$patch': 'delete', 'type': 'Ready'}]",
                    "'$setElementOrder/conditions': [{'type': 'Ready'}, {'type': 'example.com/x'}]",
                    "'conditions': null",
                    "'podIP': '10.0.0." + random.nextInt(4) + "'",
                    "'podIPs': [{'ip': '" + one("10.0.0.1", "10.0.0.2", "fd00::1", "wrong") + "'}]",
                    "'hostIP': '192.168.0.1', 'hostIPs': [{'ip': '192.168.0." + random.nextInt(3) + "'}]",
                    "'qosClass': '" + one("BestEffort", "Burstable") + "'",
                    "'nominatedNodeName': '" + one("", "n1", "n2", "Not Valid") + "'",
                    "'observedGeneration': " + (random.nextInt(4) - 1),
                    "'startTime': '2026-01-01T00:00:0" + random.nextInt(9) + "Z'",
                    "'startTime': '" + one("later", "2026-01-01T01:00:00.5+01:00") + "'",
                    "'containerStatuses': [" + container() + "]",
                    "'initContainerStatuses': [" + container() + "]",
                    "'resourceClaimStatuses': [{'name': '" + one("claim", "none") + "'}]",
                    "'message': 'a \\\\\\\\ b \\u00e9 \\\\u0001 " + random.nextInt(9) + "'",
                    "'reason': " + one("null", "'R'", "5", "''"),
                    "'unknown': {'x': 1}"));
        }
        return "{" + String.join(", ", parts) + "}";
    }

    private String condition() {
        return "{'type': '" + one("Ready", "PodScheduled", "DisruptionTarget", "example.com/x", "not valid!")
                + "', 'status': '" + one("True", "False") + "'"
                + one("", ", 'reason': 'R'", ", 'message': 'm'", ", 'lastProbeTime': null", ", 'unknown': 1")
                + one("", ", 'observedGeneration': " + (random.nextInt(4) - 1))
                + one("", ", 'lastTransitionTime': '2026-01-01T00:00:0" + random.nextInt(9) + "Z'") + "}";
    }

    private String container() {
        return "{'name': '" + one("c", "i", "other") + "', 'image': 'x', 'imageID': '', 'ready': false,"
                + " 'restartCount': " + random.nextInt(3)
                + one(
                        "",
                        ", 'state': {'running': {'startedAt': '2026-01-01T00:00:00Z'}}",
                        ", 'state': {'terminated': {'exitCode': " + random.nextInt(2) + "}}",
                        ", 'state': {'running': {}, 'terminated': null}")
                + one("", ", 'user': {'linux': {'uid': " + one("5", "-1") + ", 'gid': 7}}") + "}";
    }

    private String pod() {
        List<String> spec = new ArrayList<>();
        spec.add("'containers': [{'name': 'c', 'image': 'x', 'resources': {'requests': {'cpu': '1500m'}}}]");
        add(spec, "'nodeName': 'n0'");
        add(spec, "'initContainers': [{'name': 'i', 'image': 'x'}]");
        add(spec, "'restartPolicy': '" + one("Never", "OnFailure") + "'");
        add(spec, "'terminationGracePeriodSeconds': " + random.nextInt(40));
        add(spec, "'resourceClaims': [{'name': 'claim', 'resourceClaimName': 'rc'}]");
        add(spec, "'os': {'name': '" + one("windows", "linux") + "'}");
        add(spec, "'tolerations': [{'key': 'a', 'operator': 'Exists'}]");
        add(spec, "'hostNetwork': true");
        List<String> metadata = new ArrayList<>();
        metadata.add("'name': 'pod'");
        add(metadata, "'labels': {'app': 'web'}");
        add(metadata, "'annotations': {'note': 'brace } bracket ] slash \\\\ '}");
        add(metadata, "'finalizers': ['example.com/f']");
        return "{'metadata': {" + String.join(", ", metadata) + "}, 'spec': {" + String.join(", ", spec) + "}}";
    }

    private void add(List<String> parts, String part) {
        if (random.nextBoolean()) {
            parts.add(part);
        }
    }

    private String one(String... choices) {
        return choices[random.nextInt(choices.length)];
    }

    private ApiRequest request(Verb verb, String subresource, String contentType, String json) {
        Map<String, List<String>> query = switch (random.nextInt(8)) {
            case 0 -> Map.of("fieldValidation", List.of("Strict"));
            case 1 -> Map.of("fieldValidation", List.of("Ignore"));
            case 2 -> verb == Verb.DELETE ? Map.of() : Map.of("dryRun", List.of("All"));
            case 3 -> Map.of("fieldManager", List.of("manager" + random.nextInt(12)));
            default -> Map.of();
        };
        boolean plain = verb == Verb.CREATE || verb == Verb.DELETE || subresource.isEmpty();
        boolean apply = contentType.equals(Body.APPLY_PATCH);
        if (apply) {
            query = Map.of("fieldManager", List.of("applier"), "force", List.of("true"));
        }
        Caller caller = random.nextInt(6) == 0 && !plain
                ? new Caller("system:node:n1", "", List.of("system:nodes"), Map.of(), "kubelet/v1")
                : new Caller("admin", "", List.of(), Map.of(), one("agent-a/1", "agent-b"));
        String name = verb == Verb.CREATE && subresource.isEmpty() ? "" : "pod";
        Target target = new Target("", "v1", "pods", "default", name, subresource);
        return new ApiRequest(verb, target, plain ? Map.of() : query, new Body(contentType, bytes(json)), caller);
    }

    private static byte[] bytes(String json) {
        return json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    }
}
