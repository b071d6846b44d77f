package dev.tenure.checks.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.rest.HttpEndpoint;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.loop.WakeUp;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `kill -9` of `tenure up`, then `tenure up` again.
final class KilledClusterTest {
    private static final int CONFIG_MAPS = 200;
    private static final int TRIES = 300;
    private static final Duration PAUSE = Duration.ofMillis(100);

    @TempDir
    private Path folder;

    private static ClusterClient client(HttpEndpoint endpoint) {
        return new ClusterClient(endpoint, Caller.component("", List.of(), "kill-test"));
    }

    @Test
    void everythingAcknowledgedIsThereAgainAndEvictionsKeepTheirDeadlines() throws Exception {
        Path data = folder.resolve("data");
        Map<String, Long> acknowledged;
        Instant deadline;
        RunningCluster first = RunningCluster.start(data, "--nodes", "1");
        try (first;
                HttpEndpoint endpoint = first.connect()) {
            ClusterClient client = client(endpoint);
            acknowledged = writeConfigMaps(client);
            bindTolerantPod(client);
            taint(client);
            deadline = awaitDeadline(endpoint);
            first.kill();
        }
        try (RunningCluster second = RunningCluster.start(data, "--nodes", "1");
                HttpEndpoint endpoint = second.connect()) {
            ClusterClient client = client(endpoint);
            assertThat(revisions(client)).containsAllEntriesOf(acknowledged);
            // killed before the start of the stay was written down, it is known from the taint, to the second
            assertThat(awaitDeadline(endpoint)).isBetween(deadline, deadline.plusSeconds(1));
        }
    }

    private static Map<String, Long> writeConfigMaps(ClusterClient client) {
        var written = new TreeMap<String, Long>();
        for (int i = 0; i < CONFIG_MAPS; i++) {
            ObjectNode map = Json.object().put("apiVersion", "v1").put("kind", "ConfigMap");
            map.putObject("metadata").put("name", "map-" + i);
            StoredObject made = one(client.create(ResourceTypes.CONFIG_MAPS, "default", Document.of(map)));
            written.put(made.key().name(), made.revision());
        }
        return written;
    }

    private static Map<String, Long> revisions(ClusterClient client) {
        var found = new TreeMap<String, Long>();
        if (client.list(ResourceTypes.CONFIG_MAPS, "default", Map.of()) instanceof ApiReply.Many many) {
            many.items().forEach(map -> found.put(map.key().name(), map.revision()));
        }
        return found;
    }

    private static void bindTolerantPod(ClusterClient client) throws InterruptedException {
        ObjectNode pod = (ObjectNode) Json.read("""
                {"apiVersion":"v1","kind":"Pod","metadata":{"name":"tolerant"},
                 "spec":{"automountServiceAccountToken":false,"nodeName":"node-1",
                         "containers":[{"name":"c","image":"registry.test/app:1"}],
                         "tolerations":[{"key":"k","operator":"Exists","effect":"NoExecute","tolerationSeconds":3600}]}}
                """.getBytes(StandardCharsets.UTF_8));
        for (int i = 0; i < TRIES; i++) {
            if (client.create(ResourceTypes.PODS, "default", Document.of(pod)) instanceof ApiReply.One) {
                return;
            }
            new WakeUp().await(PAUSE);
        }
        throw new AssertionError("the pod cannot be made");
    }

    private static void taint(ClusterClient client) {
        byte[] patch =
                "{\"spec\":{\"taints\":[{\"key\":\"k\",\"effect\":\"NoExecute\"}]}}".getBytes(StandardCharsets.UTF_8);
        one(client.patch(ResourceTypes.NODES, "", "node-1", "", new Body(Body.STRATEGIC_MERGE_PATCH, patch)));
    }

    /// When the one coming eviction is due, once the controllers show it.
    private static Instant awaitDeadline(HttpEndpoint endpoint) throws IOException, InterruptedException {
        for (int i = 0; i < TRIES; i++) {
            JsonNode page = Json.read(endpoint.get("/tenure/v1/taint-eviction").body());
            Optional<String> deadline = Optional.ofNullable(
                            page.path("coming").path(0).get("deadline"))
                    .map(JsonNode::asText);
            if (deadline.isPresent()) {
                return Instant.parse(deadline.get());
            }
            new WakeUp().await(PAUSE);
        }
        throw new AssertionError("no eviction is coming");
    }

    private static StoredObject one(ApiReply reply) {
        if (reply instanceof ApiReply.One one) {
            return one.object();
        }
        throw new AssertionError("refused: " + reply);
    }
}
