package dev.tenure.sim.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.client.ClusterClient;
import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.sim.stage.StageManifests;
import dev.tenure.sim.world.ClusterSettings;
import dev.tenure.sim.world.SimulatedCluster;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Worlds of devices, claims and pods that upstream's scheduler was asked about
/// (`checks/upstream/devices.sh`), played again: the pods get the same nodes and are refused in the same
/// words, and the claims get the same devices.
final class RecordedDevicesTest {
    private static final Path WORLDS = Path.of("../checks/golden/devices/worlds.jsonl.gz");
    private static final String NAMESPACE = "default";

    @Test
    @Tag("long")
    void podsAndClaimsGetWhatUpstreamGaveThem() throws IOException {
        var differences = new ArrayList<String>();
        int looks = 0;
        try (var lines = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(WORLDS)), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                ObjectNode world = Json.readObject(line.replace("%W", "w").getBytes(StandardCharsets.UTF_8));
                looks += world.path("looks").size();
                differences.addAll(new Play(world).differences());
            }
        }
        assertThat(looks).isPositive();
        assertThat(differences).isEmpty();
    }

    /// One world, with no more than an API server and a scheduler.
    private static final class Play {
        private final JsonNode recorded;
        private final JsonNode world;
        private final SimulatedCluster cluster =
                new SimulatedCluster(ClusterSettings.standard(1, Semantics.DOCUMENTED));
        private final ClusterClient client = cluster.client();
        private final List<String> differences = new ArrayList<>();
        private int looks;

        Play(JsonNode recorded) {
            this.recorded = recorded;
            this.world = recorded.path("world");
        }

        List<String> differences() {
            patch(
                    ResourceTypes.NAMESPACES,
                    NAMESPACE,
                    StageManifests.json("{'metadata': {'labels': {'resource.kubernetes.io/admin-access': 'true'}}}"));
            create(ResourceTypes.SERVICE_ACCOUNTS, StageManifests.json("{'metadata': {'name': 'default'}}"));
            world.path("nodes").forEach(this::createNode);
            world.path("classes").forEach(each -> create(ResourceTypes.DEVICE_CLASSES, (ObjectNode) each));
            world.path("slices").forEach(each -> create(ResourceTypes.RESOURCE_SLICES, (ObjectNode) each));
            world.path("claims").forEach(each -> create(ResourceTypes.RESOURCE_CLAIMS, (ObjectNode) each));
            cluster.startScheduler();
            cluster.advance(Duration.ofSeconds(2));
            int steps = recorded.path("looks").size() - world.path("changes").size();
            for (int step = 0; step < steps; step++) {
                if (step < world.path("pods").size()) {
                    create(ResourceTypes.PODS, pod(world.path("pods").get(step)));
                }
                look();
            }
            for (JsonNode change : world.path("changes")) {
                change(change);
                look();
            }
            return differences;
        }

        private void create(ResourceType type, ObjectNode object) {
            succeed(client.create(type, type.namespaced() ? NAMESPACE : "", Document.of(object)));
        }

        private ApiReply patch(ResourceType type, String name, ObjectNode patch) {
            return client.patch(type, "", name, "", new Body(Body.MERGE_PATCH, Document.of(patch)));
        }

        private static ApiReply succeed(ApiReply reply) {
            assertThat(reply).isInstanceOf(ApiReply.One.class);
            return reply;
        }

        /// There is no controller that would take the first taint away.
        private void createNode(JsonNode spec) {
            create(ResourceTypes.NODES, node(spec));
            patch(ResourceTypes.NODES, spec.path("name").asText(), StageManifests.json("{'spec': {'taints': null}}"));
        }

        private static ObjectNode node(JsonNode spec) {
            String name = spec.path("name").asText();
            ObjectNode node = StageManifests.node(name, "z");
            node.withObject("metadata")
                    .withObject("labels")
                    .put("world", "w")
                    .put("zone-w", spec.path("zone").asText());
            for (String field : List.of("capacity", "allocatable")) {
                node.withObject("status")
                        .putObject(field)
                        .put("cpu", spec.path("cpu").asText())
                        .put("memory", spec.path("cpu").asText() + "Gi")
                        .put("pods", "50");
                spec.path("offers")
                        .properties()
                        .forEach(offer ->
                                node.withObject("status").withObject(field).set(offer.getKey(), offer.getValue()));
            }
            return node;
        }

        private static ObjectNode pod(JsonNode spec) {
            ObjectNode pod = StageManifests.json("""
                    {'metadata': {}, 'spec': {'nodeSelector': {'world': 'w'}, 'terminationGracePeriodSeconds': 0,
                     'containers': [{'name': 'c', 'image': 'i',
                       'resources': {'requests': {'cpu': '1', 'memory': '1Gi'}}}]}}
                    """);
            pod.withObject("metadata").put("name", spec.path("name").asText());
            ObjectNode resources =
                    (ObjectNode) pod.path("spec").path("containers").get(0).path("resources");
            for (JsonNode claim : spec.path("claims")) {
                int place = pod.withObject("spec").withArray("resourceClaims").size();
                pod.withObject("spec")
                        .withArray("resourceClaims")
                        .add(Json.object().put("name", "c" + place).put("resourceClaimName", claim.asText()));
                resources.withArray("claims").add(Json.object().put("name", "c" + place));
            }
            spec.path("containers").forEach(each -> addContainer(pod.withObject("spec"), each));
            return pod;
        }

        private static void addContainer(ObjectNode podSpec, JsonNode spec) {
            ObjectNode container =
                    Json.object().put("name", spec.path("name").asText()).put("image", "i");
            container.putObject("resources").set("requests", spec.path("wants")).set("limits", spec.path("wants"));
            String kind = spec.path("kind").asText();
            if (kind.equals("sidecar")) {
                container.put("restartPolicy", "Always");
            }
            podSpec.withArray(kind.equals("plain") ? "containers" : "initContainers")
                    .add(container);
        }

        private void change(JsonNode change) {
            switch (change.path("change").asText()) {
                case "class" ->
                    patch(
                            ResourceTypes.DEVICE_CLASSES,
                            change.path("name").asText(),
                            classOf(change.path("name").asText()));
                case "free" -> free(change.path("claim").asText());
                case "leave" -> leave(change.path("pod").asText());
                case "offer" -> offer(change);
                case "rename" -> {
                    ObjectNode patch = Json.object();
                    patch.putObject("spec").set("extendedResourceName", change.path("resource"));
                    patch(ResourceTypes.DEVICE_CLASSES, change.path("class").asText(), patch);
                }
                default -> changeSlice(change);
            }
        }

        private static ObjectNode classOf(String driver) {
            ObjectNode patch = StageManifests.json("{'metadata': {'labels': {'a': 'b'}}, 'spec': {}}");
            ObjectNode selector = Json.object();
            selector.putObject("cel").put("expression", "device.driver == \"" + driver + ".example.com\"");
            patch.withObject("spec").putArray("selectors").add(selector);
            return patch;
        }

        private void changeSlice(JsonNode change) {
            String name = change.path("slice").asText();
            ObjectNode slice = tree(ResourceTypes.RESOURCE_SLICES, name);
            int place = 0;
            for (JsonNode each : slice.path("spec").path("devices")) {
                ObjectNode device = (ObjectNode) each;
                switch (change.path("change").asText()) {
                    case "untaint" -> device.without("taints");
                    case "taint" ->
                        device.putArray("taints")
                                .add(Json.object()
                                        .put("key", "example.com/health")
                                        .put("effect", "NoExecute"));
                    default -> {
                        if (place == 0) {
                            device.set(
                                    "attributes",
                                    StageManifests.json("{'model': {'string': 'a100'}, 'numa': {'int': 0},"
                                            + " 'fast': {'bool': true}}"));
                        }
                    }
                }
                place++;
            }
            succeed(client.update(ResourceTypes.RESOURCE_SLICES, "", name, Document.of(slice)));
        }

        private void offer(JsonNode change) {
            ObjectNode patch = Json.object();
            for (String field : List.of("capacity", "allocatable")) {
                patch.withObject("status")
                        .putObject(field)
                        .set(change.path("resource").asText(), change.path("amount"));
            }
            succeed(client.patch(
                    ResourceTypes.NODES,
                    "",
                    change.path("node").asText(),
                    "status",
                    new Body(Body.MERGE_PATCH, Document.of(patch))));
        }

        /// A pod goes, and the claim that was made for it.
        private void leave(String pod) {
            deletePod(pod);
            for (ObjectNode claim : trees(ResourceTypes.RESOURCE_CLAIMS)) {
                if (BriefObjects.nameOfClaim(claim).equals("of-" + pod)) {
                    ObjectNode patch = StageManifests.json("{'metadata': {'finalizers': null}}");
                    client.patch(
                            ResourceTypes.RESOURCE_CLAIMS,
                            NAMESPACE,
                            name(claim),
                            "",
                            new Body(Body.MERGE_PATCH, Document.of(patch)));
                    client.delete(ResourceTypes.RESOURCE_CLAIMS, NAMESPACE, name(claim), Document.of(Json.object()));
                }
            }
        }

        private void deletePod(String name) {
            client.delete(
                    ResourceTypes.PODS, NAMESPACE, name, Document.of(StageManifests.json("{'gracePeriodSeconds': 0}")));
        }

        /// The pods of a claim go, and its devices are free.
        private void free(String claim) {
            for (ObjectNode pod : trees(ResourceTypes.PODS)) {
                for (JsonNode used : pod.path("spec").path("resourceClaims")) {
                    if (used.path("resourceClaimName").asText().equals(claim)) {
                        deletePod(name(pod));
                    }
                }
            }
            ObjectNode tree = tree(ResourceTypes.RESOURCE_CLAIMS, claim).without("status");
            succeed(client.updateStatus(ResourceTypes.RESOURCE_CLAIMS, NAMESPACE, claim, Document.of(tree)));
        }

        private ObjectNode tree(ResourceType type, String name) {
            ApiReply reply = succeed(client.get(type, type.namespaced() ? NAMESPACE : "", name));
            return tree(((ApiReply.One) reply).object());
        }

        private static ObjectNode tree(StoredObject object) {
            return Document.of(object.content()).tree(object.revision()).deepCopy();
        }

        private List<ObjectNode> trees(ResourceType type) {
            ApiReply.Many all = (ApiReply.Many) client.list(type, NAMESPACE, Map.of());
            return all.items().stream().map(Play::tree).toList();
        }

        private void look() {
            cluster.advance(Duration.ofSeconds(15));
            JsonNode wanted = recorded.path("looks").get(looks);
            ObjectNode pods = Json.object();
            trees(ResourceTypes.PODS).forEach(pod -> pods.set(name(pod), BriefObjects.pod(pod)));
            ObjectNode claims = Json.object();
            trees(ResourceTypes.RESOURCE_CLAIMS)
                    .forEach(claim -> claims.set(BriefObjects.nameOfClaim(claim), BriefObjects.claim(claim)));
            compare(wanted.get(0), pods);
            compare(wanted.get(1), claims);
            looks++;
        }

        private static String name(JsonNode object) {
            return object.path("metadata").path("name").asText();
        }

        private void compare(JsonNode wanted, ObjectNode found) {
            for (Map.Entry<String, JsonNode> entry : wanted.properties()) {
                JsonNode expected = BriefObjects.alone(entry.getValue());
                JsonNode is = found.path(entry.getKey());
                if (!is.equals(expected)) {
                    differences.add("world %s, look %d, %s%n upstream %s%n found    %s"
                            .formatted(recorded.path("seed"), looks, entry.getKey(), expected, is));
                }
            }
            assertThat(found.size()).isEqualTo(wanted.size());
        }
    }
}
