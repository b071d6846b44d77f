package dev.tenure.console.page;

import dev.tenure.console.follow.FollowedCluster;
import dev.tenure.console.shown.ConsoleFault;
import dev.tenure.console.shown.MissingPart;
import dev.tenure.console.shown.NodeStateRule;
import dev.tenure.console.shown.Shown;
import dev.tenure.console.viewer.Viewer;
import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.Comparator;
import java.util.List;

/// The page Node pressure: which nodes are short of memory, disk or process ids, since when, which come near
/// to it, and whom that has cost a place; and one node with its signals, its thresholds and the order in
/// which its pods would go, as the one who plays the node tells it (`/tenure/v1/node-pressure`).
final class PressurePage {
    private static final int EVICTIONS_MAX = 1_000;
    private static final int NODES_MAX = 200;
    private static final int PODS_MAX = 100;
    private static final int NAMES_MAX = 1_000;
    private static final int NEAREST_MAX = 20;
    private static final String NODE_PRESSURE = "/tenure/v1/node-pressure";

    private PressurePage() {}

    /// Parameter: `node` is the node of which all is reported.
    static JsonNode of(Viewer viewer, ConsoleRequest request) {
        String chosen = request.parameter("node");
        String namespace = viewer.copy().shown(request.parameter("namespace"));
        var seen = viewer.copy().see(namespace, look -> nodes(look, chosen));
        ObjectNode page = seen.value();
        MissingPart.into(page, seen.gaps());
        page.put("now", viewer.time().wall().toString());
        viewer.tenure().get(NODE_PRESSURE).ifPresent(answer -> {
            ArrayNode nearest =
                    page.put("watched", answer.path("watched").asInt()).putArray("nearest");
            answer.path("nodes").forEach(each -> {
                if (nearest.size() < NEAREST_MAX && each.has("nearest")) {
                    nearest.add(each);
                }
            });
        });
        if (!chosen.isEmpty()) {
            viewer.tenure()
                    .get(NODE_PRESSURE + "/" + Quoting.encode(chosen))
                    .ifPresent(answer -> page.set("detail", answer));
        }
        ArrayNode evicted = page.putArray("evicted");
        JsonNode evictions = Evictions.of(viewer, new Evictions.Asked(EVICTIONS_MAX, chosen, namespace, ""));
        MissingPart.lift(evictions, page);
        evictions.path("past").forEach(each -> {
            if (each.path("cause").asText().equals("node-pressure") && evicted.size() < PODS_MAX) {
                evicted.add(each);
            }
        });
        return page;
    }

    private static ObjectNode nodes(FollowedCluster.Look look, String chosen) {
        ObjectNode page = Json.object();
        if (!chosen.isEmpty() && look.seesNodes() && look.node(chosen).isEmpty()) {
            throw ConsoleFault.notFound("nodes \"%s\" not found".formatted(chosen));
        }
        ArrayNode names = page.putArray("names");
        look.nodes().stream()
                .map(object -> object.key().name())
                .sorted(Shown.NAMES)
                .limit(NAMES_MAX)
                .forEach(names::add);
        List<Node> pressed = look.nodes().stream()
                .map(object -> object.view(Node.class))
                .filter(node -> !NodeStateRule.pressures(node).isEmpty())
                .filter(node -> chosen.isEmpty() || node.name().equals(chosen))
                .sorted(Comparator.comparing(Node::name))
                .toList();
        page.put("total", look.nodes().size()).put("pressed", pressed.size());
        ArrayNode nodes = page.putArray("nodes");
        pressed.stream().limit(NODES_MAX).forEach(node -> {
            ObjectNode shown = nodes.addObject().put("name", node.name()).put("zone", Shown.zone(node));
            ArrayNode conditions = shown.putArray("conditions");
            for (Condition condition : node.status().conditions()) {
                if (NodeStateRule.PRESSURES.contains(condition.type()) && condition.isTrue()) {
                    conditions.add(Shown.condition(condition));
                }
            }
            if (look.seesAllPods()) {
                shown.put("pods", look.podsOn(node.name()).size());
            }
        });
        ArrayNode failed = page.putArray("failed");
        look.podRows().evicted().stream()
                .flatMap(key -> look.pod(key.namespace(), key.name()).stream())
                .map(object -> object.view(Pod.class))
                .filter(pod -> chosen.isEmpty() || pod.spec().nodeName().equals(chosen))
                .limit(PODS_MAX)
                .forEach(pod ->
                        failed.add(Shown.pod(pod).put("message", pod.status().message())));
        return page;
    }
}
