package dev.tenure.kinds.handler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.handler.ObjectTrees;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.ApiRequest.Verb;
import dev.tenure.model.meta.Caller;
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
import org.junit.jupiter.api.Test;

/// Writes that leave a pod's spec unread give what writes of the whole pod give: random requests from a fixed
/// seed go to two servers, one of which always reads the whole.
class StatusWritesTest {
    private static final long SEED = 20_261_122;
    private static final int PODS = 60;
    private static final int WRITES = 50;

    private final Random random = new Random(SEED);

    @Test
    void leaveWhatWritesOfTheWholePodLeave() {
        try (var servers = new SameServers(ResourceTypes.PODS.key("default", "pod"), SEED)) {
            for (int pod = 0; pod < PODS; pod++) {
                servers.send(request(Verb.CREATE, "", Body.JSON, pod()));
                for (int i = 0; i < WRITES; i++) {
                    servers.pass(Duration.ofMillis(random.nextInt(1_500)));
                    servers.send(write(servers));
                }
                servers.send(request(Verb.DELETE, "", Body.JSON, "{'gracePeriodSeconds': 0}"));
                servers.send(request(Verb.PATCH, "", Body.MERGE_PATCH, "{'metadata': {'finalizers': null}}"));
                assertThat(servers.stored()).isEmpty();
            }
            assertThat(servers.succeeded()).isGreaterThan(PODS * WRITES / 3);
            assertThat(servers.refused()).isGreaterThan(PODS * WRITES / 6);
        }
    }

    private ApiRequest write(SameServers servers) {
        return switch (random.nextInt(12)) {
            case 0 -> request(Verb.UPDATE, "status", Body.JSON, replaced(servers));
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
            case 5, 6 -> request(Verb.PATCH, "status", Body.MERGE_PATCH, patch(servers));
            default -> request(Verb.PATCH, "status", Body.STRATEGIC_MERGE_PATCH, patch(servers));
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

    /// What is stored with another status, and at times with other metadata or another spec.
    private String replaced(SameServers servers) {
        ObjectNode pod = servers.stored().map(ObjectTrees::tree).orElseGet(Json::object);
        if (random.nextBoolean()) {
            pod.remove("status");
        } else {
            pod.set("status", Json.read(bytes(status())));
        }
        if (random.nextInt(3) == 0) {
            ObjectTrees.metadata(pod).remove(List.of("resourceVersion", "managedFields"));
        }
        if (random.nextInt(4) == 0) {
            pod.withObject("/metadata/labels").put("l" + random.nextInt(3), one("a", "b", "not valid!"));
        }
        if (random.nextInt(4) == 0) {
            pod.withObject("/spec").put("priority", 7).put("unknown", "x");
        }
        return pod.toString();
    }

    private String patch(SameServers servers) {
        List<String> parts = new ArrayList<>();
        if (random.nextInt(5) > 0) {
            parts.add("'status': " + status());
        }
        if (random.nextInt(2) == 0) {
            parts.add("'metadata': {" + metadata(servers) + "}");
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

    private String metadata(SameServers servers) {
        String uid = servers.stored().map(StoredObject::uid).orElse("");
        String revision =
                servers.stored().map(pod -> Long.toString(pod.revision())).orElse("");
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
