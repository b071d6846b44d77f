package dev.tenure.sim.simnodes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.informer.Informer;
import dev.tenure.client.informer.InformerHandler;
import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.sim.stage.StageManifests;
import dev.tenure.sim.world.ClusterSettings;
import dev.tenure.sim.world.SimulatedCluster;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Nodes run short of memory within the same minutes, nobody burns any: a thousand in `./check full`, fewer
/// else.
@Tag("long")
final class ThousandNodesTest {
    private static final int NODES = Boolean.getBoolean("tenure.full") ? 1000 : 100;
    private static final int FEW = 30;
    private static final int GUARANTEED_PRIORITY = -10;
    /// In the order in which they have to go: beyond their request, the lower priority first, then the
    /// larger excess.
    private static final List<String> ORDER = List.of("low-large", "low-small", "high");

    private record Run(List<String> evictions) {}

    private static Run run(long seed, int nodes) {
        var cluster = new SimulatedCluster(ClusterSettings.standard(seed, Semantics.DOCUMENTED));
        ClusterClient client = cluster.client();
        for (int priority : List.of(GUARANTEED_PRIORITY, 0, 100)) {
            create(client, ResourceTypes.PRIORITY_CLASSES, "", priorityClass(priority));
        }
        cluster.startControllers();
        cluster.startNodes();
        cluster.advance(Duration.ofSeconds(1));
        List<String> evictions = new ArrayList<>();
        watch(cluster, client, evictions);
        var random = new Random(seed);
        for (int i = 0; i < nodes; i++) {
            String node = "n-" + i;
            create(client, ResourceTypes.NODES, "", StageManifests.node(node, "z"));
            int seconds = 60 + random.nextInt(120);
            pod(client, node, "guaranteed", GUARANTEED_PRIORITY, "6Gi", "4Gi");
            pod(client, node, "high", 100, "100Mi", "ramp to=8Gi over=%ds".formatted(seconds));
            pod(client, node, "low-small", 0, "1Gi", "ramp to=6Gi over=%ds".formatted(seconds));
            pod(client, node, "low-large", 0, "100Mi", "ramp to=6Gi over=%ds".formatted(seconds));
        }
        cluster.advance(Duration.ofMinutes(5));
        return new Run(evictions);
    }

    private static void pod(
            ClusterClient client, String node, String kind, int priority, String request, String usage) {
        ObjectNode pod = StageManifests.pod(kind + "." + node, node, "[]");
        pod.withObjectProperty("metadata")
                .withObjectProperty("annotations")
                .put("usage.simulation.tenure.dev/memory", usage);
        pod.withObjectProperty("spec").put("priorityClassName", name(priority));
        ((ObjectNode) pod.at("/spec/containers/0"))
                .withObjectProperty("resources")
                .withObjectProperty("requests")
                .put("memory", request);
        create(client, ResourceTypes.PODS, "default", pod);
    }

    private static ObjectNode priorityClass(int priority) {
        return StageManifests.json("{'metadata': {'name': '%s'}, 'value': %d}".formatted(name(priority), priority));
    }

    private static String name(int priority) {
        return "p" + Math.abs(priority);
    }

    private static void create(ClusterClient client, ResourceType type, String namespace, ObjectNode object) {
        if (client.create(type, namespace, Document.of(object)) instanceof ApiReply.Failure(var status, var _)) {
            throw new IllegalStateException("refused: " + status);
        }
    }

    /// Notes each eviction as `seconds kind.node`.
    private static void watch(SimulatedCluster cluster, ClusterClient client, List<String> evictions) {
        var loop = cluster.world().loop("audience");
        var informer = new Informer(loop, client, Informer.Selection.all(ResourceTypes.PODS), new InformerHandler() {
            @Override
            public void changed(Optional<StoredObject> before, StoredObject after) {
                boolean was = before.isPresent() && evicted(before.get());
                if (!was && evicted(after)) {
                    evictions.add("%.1f %s"
                            .formatted(
                                    cluster.world().now().nanos() / 1e9,
                                    after.key().name()));
                }
            }

            @Override
            public void deleted(StoredObject last) {
                // nobody deletes pods here
            }
        });
        loop.post("watch", informer::start);
    }

    private static boolean evicted(StoredObject stored) {
        return stored.view(Pod.class).status().reason().equals("Evicted");
    }

    @Test
    void everyNodeEvictsInTheOrderOfTheSpecification() {
        Map<String, List<String>> byNode = new HashMap<>();
        for (String line : run(7, NODES).evictions()) {
            String[] parts = line.split("[ ]")[1].split("[.]");
            byNode.computeIfAbsent(parts[1], _ -> new ArrayList<>()).add(parts[0]);
        }
        assertThat(byNode).hasSize(NODES);
        assertThat(byNode.values()).allSatisfy(order -> assertThat(ORDER).startsWith(order.toArray(String[]::new)));
    }

    @Test
    void oneSeedGivesOneOutcome() {
        List<String> evictions = run(11, FEW).evictions();
        assertThat(evictions).hasSizeGreaterThanOrEqualTo(FEW);
        assertThat(run(11, FEW).evictions()).isEqualTo(evictions);
    }
}
