package dev.tenure.kinds.handler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.handler.ObjectTrees;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.ApiRequest.Verb;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// As [StatusWritesTest], of the other kinds whose spec such writes leave unread.
class WorkloadStatusWritesTest {
    private static final long SEED = 20_261_123;
    private static final int OBJECTS = 12;
    private static final int WRITES = 40;
    private static final String NAME = "one";

    private final Random random = new Random(SEED);

    /// A kind.
    ///
    /// @param more what the spec of some objects says besides
    /// @param part a count of its status
    record Kind(ResourceType type, String more, String part) {
        @Override
        public String toString() {
            return type.kind();
        }
    }

    static List<Kind> kinds() {
        return List.of(
                new Kind(ResourceTypes.REPLICA_SETS, "", "fullyLabeledReplicas"),
                new Kind(ResourceTypes.DEPLOYMENTS, ", 'strategy': {'type': 'Recreate'}", "updatedReplicas"),
                new Kind(
                        ResourceTypes.STATEFUL_SETS,
                        ", 'serviceName': 's', 'revisionHistoryLimit': -1, 'volumeClaimTemplates': [{'metadata':"
                                + " {'name': 'v', 'annotations': {'volume.beta.kubernetes.io/storage-class': 'x'}},"
                                + " 'spec': {'accessModes': ['ReadWriteOnce'], 'resources': {'requests': {'storage':"
                                + " '1500m'}}}}]",
                        "currentReplicas"),
                new Kind(ResourceTypes.DAEMON_SETS, ", 'minReadySeconds': 3", "numberReady"),
                new Kind(ResourceTypes.POD_DISRUPTION_BUDGETS, ", 'maxUnavailable': '30%'", "disruptionsAllowed"),
                new Kind(
                        ResourceTypes.NODES,
                        "'podCIDR': '10.0.0.0/24', 'providerID': 'p', 'taints': [{'key': 'a', 'effect':"
                                + " 'NoSchedule'}]",
                        "capacity"));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void leaveWhatWritesOfTheWholeLeave(Kind kind) {
        String namespace = kind.type.namespaced() ? "default" : "";
        try (var servers = new SameServers(kind.type.key(namespace, NAME), SEED)) {
            for (int object = 0; object < OBJECTS; object++) {
                servers.send(request(kind, Verb.CREATE, "", Body.JSON, object(kind)));
                for (int i = 0; i < WRITES; i++) {
                    servers.pass(Duration.ofMillis(random.nextInt(1_500)));
                    servers.send(write(kind, servers));
                }
                servers.send(request(kind, Verb.DELETE, "", Body.JSON, "{}"));
                servers.send(request(kind, Verb.PATCH, "", Body.MERGE_PATCH, "{'metadata': {'finalizers': null}}"));
                assertThat(servers.stored()).isEmpty();
            }
            assertThat(servers.succeeded()).isGreaterThan(OBJECTS * WRITES / 4);
            assertThat(servers.refused()).isGreaterThan(OBJECTS * WRITES / 8);
        }
    }

    private ApiRequest write(Kind kind, SameServers servers) {
        return switch (random.nextInt(14)) {
            case 0, 1 -> request(kind, Verb.UPDATE, "status", Body.JSON, replaced(kind, servers));
            case 2 -> request(kind, Verb.DELETE, "", Body.JSON, deletion());
            case 3 ->
                request(
                        kind,
                        Verb.PATCH,
                        "status",
                        Body.JSON_PATCH,
                        "[{'op': 'add', 'path': '/status/observedGeneration', 'value': " + random.nextInt(9) + "}]");
            case 4 ->
                request(
                        kind,
                        Verb.PATCH,
                        "",
                        Body.MERGE_PATCH,
                        "{'metadata': {'labels': {'x': 'y" + random.nextInt(9) + "'}}}");
            case 5, 6, 7 -> request(kind, Verb.PATCH, "status", Body.STRATEGIC_MERGE_PATCH, patch(kind, servers));
            default -> request(kind, Verb.PATCH, "status", Body.MERGE_PATCH, patch(kind, servers));
        };
    }

    private String deletion() {
        return one(
                "{'propagationPolicy': 'Foreground'}",
                "{'propagationPolicy': 'Orphan'}",
                "{'dryRun': ['All']}",
                "{'preconditions': {'uid': 'another'}}");
    }

    /// What is stored with another status, and at times with other metadata or another spec.
    private String replaced(Kind kind, SameServers servers) {
        ObjectNode object = servers.stored().map(ObjectTrees::tree).orElseGet(Json::object);
        if (random.nextBoolean()) {
            object.set("status", Json.read(bytes(status(kind))));
        }
        if (random.nextInt(3) == 0) {
            ObjectTrees.metadata(object).remove(List.of("resourceVersion", "managedFields"));
        }
        if (random.nextInt(4) == 0) {
            object.withObject("/metadata/labels").put("l" + random.nextInt(3), one("a", "b", "not valid!"));
        }
        if (random.nextInt(4) == 0) {
            object.withObject("/spec").put("replicas", 7).put("unknown", "x");
        }
        return object.toString();
    }

    private String patch(Kind kind, SameServers servers) {
        List<String> parts = new ArrayList<>();
        if (random.nextInt(5) > 0) {
            parts.add("'status': " + status(kind));
        }
        if (random.nextBoolean()) {
            parts.add("'metadata': {" + metadata(servers) + "}");
        }
        if (random.nextInt(12) == 0) {
            parts.add(one("'spec': {'replicas': 3}", "'unknown': 1", "'kind': 'Pod'", "'status': {'replicas': 2}"));
        }
        return "{" + String.join(", ", parts) + "}";
    }

    private String metadata(SameServers servers) {
        String uid = servers.stored().map(StoredObject::uid).orElse("");
        return one(
                "'uid': '" + uid + "'",
                "'uid': '" + uid + "'",
                "'uid': 'another'",
                "'resourceVersion': '1'",
                "'labels': {'a': 'b" + random.nextInt(3) + "'}",
                "'labels': {'a': 'not valid!'}",
                "'annotations': {'note': 'n" + random.nextInt(3) + "'}",
                "'annotations': {'deprecated.daemonset.template.generation': '" + one("0", "7", "x") + "'}",
                "'annotations': null",
                "'finalizers': ['example.com/" + random.nextInt(3) + "']",
                "'finalizers': null",
                "'managedFields': []",
                "'name': 'other'",
                "'generation': 9");
    }

    private String status(Kind kind) {
        List<String> parts = new ArrayList<>();
        for (int i = random.nextInt(4); i >= 0; i--) {
            int count = random.nextInt(5) - 1;
            parts.add(one(
                    "'replicas': " + count,
                    "'replicas': 9, 'readyReplicas': 5, 'availableReplicas': " + count,
                    "'" + kind.part + "': "
                            + (kind.type.equals(ResourceTypes.NODES) ? "{'cpu': '" + count + "500m'}" : count),
                    "'observedGeneration': " + count,
                    "'terminatingReplicas': " + one("null", "1"),
                    "'collisionCount': " + one("null", "1", "2"),
                    "'numberMisscheduled': 3, 'desiredNumberScheduled': 4",
                    "'currentHealthy': 1, 'disruptedPods': {'p': '2026-01-01T00:00:0" + random.nextInt(9) + "Z'}",
                    "'currentRevision': 'r" + count + "', 'updateRevision': 'u'",
                    "'conditions': [" + condition() + "]",
                    "'conditions': [" + condition() + ", " + condition() + "]",
                    "'conditions': null",
                    "'allocatable': {'memory': '" + one("1Gi", "1.5Gi", "wrong") + "'}",
                    "'addresses': [{'type': 'Hostname', 'address': '" + one("a", "b") + "'}]",
                    "'nodeInfo': {'kubeletVersion': 'v" + count + "'}",
                    "'config': {'error': 'e'}",
                    "'replicas': 'two'",
                    "'unknown': {'x': 1}"));
        }
        return "{" + String.join(", ", parts) + "}";
    }

    private String condition() {
        return "{'type': '" + one("Ready", "Available", "Progressing", "not valid!")
                + "', 'status': '" + one("True", "False") + "'"
                + one("", ", 'reason': 'R'", ", 'message': 'm'", ", 'unknown': 1")
                + one("", ", 'lastTransitionTime': '2026-01-01T00:00:0" + random.nextInt(9) + "Z'") + "}";
    }

    private String object(Kind kind) {
        String metadata = "'name': '" + NAME + "'" + one("", ", 'labels': {'app': 'web'}")
                + one("", ", 'annotations': {'note': 'brace } bracket ] slash \\\\ '}")
                + one("", ", 'finalizers': ['example.com/f']");
        String selector = "'selector': {'matchLabels': {'app': 'web'}}";
        String template = "'template': {'metadata': {'labels': {'app': 'web'}}, 'spec': {'containers': [{'name': 'c',"
                + " 'image': 'x', 'resources': {'requests': {'cpu': '1500m'}}}]"
                + one("", ", 'nodeSelector': {'beta.kubernetes.io/os': 'linux'}") + "}}";
        String spec = switch (kind.type.kind()) {
            case "Node" -> "";
            case "PodDisruptionBudget" -> selector;
            default -> selector + ", " + template;
        };
        return "{'metadata': {" + metadata + "}, 'spec': {" + spec + one("", kind.more) + "}}";
    }

    private String one(String... choices) {
        return choices[random.nextInt(choices.length)];
    }

    private ApiRequest request(Kind kind, Verb verb, String subresource, String contentType, String json) {
        Map<String, List<String>> query = switch (random.nextInt(8)) {
            case 0 -> Map.of("fieldValidation", List.of("Strict"));
            case 1 -> Map.of("fieldValidation", List.of("Ignore"));
            case 2 -> Map.of("dryRun", List.of("All"));
            case 3 -> Map.of("fieldManager", List.of("manager" + random.nextInt(12)));
            default -> Map.of();
        };
        boolean plain = verb == Verb.CREATE || verb == Verb.DELETE || subresource.isEmpty();
        Caller caller = random.nextInt(6) == 0 && !plain
                ? new Caller("system:node:" + NAME, "", List.of("system:nodes"), Map.of(), "kubelet/v1")
                : new Caller("admin", "", List.of(), Map.of(), one("agent-a/1", "agent-b"));
        var target = new Target(
                kind.type.group(),
                kind.type.version(),
                kind.type.resource(),
                kind.type.namespaced() ? "default" : "",
                verb == Verb.CREATE ? "" : NAME,
                subresource);
        return new ApiRequest(verb, target, plain ? Map.of() : query, new Body(contentType, bytes(json)), caller);
    }

    private static byte[] bytes(String json) {
        return json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    }
}
